import { cpSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { defineConfig } from 'vitepress'

const ROOT = join(import.meta.dirname, '../..')

/** The files beside the pages to which pages link; the site gets copies of them. */
const linkedFiles = new Set<string>()

export default defineConfig({
  title: 'Job catalogue',
  description: 'Job postings in Canada and the United States: searches, feeds and a change log',
  srcDir: '..',
  srcExclude: ['.*/**', 'dist/**', 'tests/**'],
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  vite: {
    plugins: [
      {
        name: 'vue-of-pages',
        enforce: 'pre',
        // The pages lie outside of the folder that has their packages.
        resolveId(name, importer, options) {
          if (!/^vue(?:\/server-renderer)?$/.test(name)) return undefined
          if (options.ssr) return { id: name, external: true }
          return importer?.endsWith('.md')
            ? this.resolve(name, import.meta.filename, options)
            : undefined
        },
      },
    ],
  },
  markdown: {
    config(markdown) {
      markdown.core.ruler.push('files', ({ tokens, env }) => {
        for (const token of tokens) {
          // Vite takes only an address with a dot in front for a file.
          if (token.type === 'html_block') {
            token.content = token.content.replaceAll(/ (src|srcset)="(?=\w)/g, ' $1="./')
          }
          for (const link of token.children ?? []) {
            if (link.type === 'link_open') leadToFile(link, env.relativePath)
          }
        }
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Documents', link: '/docs/' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: readSidebar(),
    outline: [2, 3],
  },
  buildEnd({ outDir }) {
    for (const file of linkedFiles) cpSync(join(ROOT, file), join(outDir, file))
  },
})

/** The questions of docs/README.md, by its headings. */
function readSidebar() {
  const sections = readFileSync(join(ROOT, 'docs/README.md'), 'utf8').split(/^## /m).slice(1)
  return sections.map((section) => ({
    text: section.split('\n', 1)[0],
    items: [...section.matchAll(/^\| (.+?) +\| \[.+?\]\((.+?)\.md\)/gm)].map(
      ([, text = '', page = '']) => ({ text, link: `/docs/${page}` }),
    ),
  }))
}

interface Link {
  attrGet: (name: string) => string | null
  attrSet: (name: string, value: string) => void
}

/** A README.md is the index of its folder. The browser itself opens a file that is no page; a missing one fails the build. */
function leadToFile(link: Link, page: string): void {
  const [path = '', anchor] = (link.attrGet('href') ?? '').split('#')
  if (path === '' || /^\w+:/.test(path)) return
  const file = posix.join(posix.dirname(page), path)
  if (statSync(join(ROOT, file)).isDirectory()) {
    statSync(join(ROOT, file, 'README.md'))
    link.attrSet('href', withAnchor(posix.join(path, 'index.md'), anchor))
  } else if (file.endsWith('.md')) {
    link.attrSet('href', withAnchor(path.replace(/README\.md$/, 'index.md'), anchor))
  } else {
    linkedFiles.add(file)
    link.attrSet('target', '_self')
  }
}

function withAnchor(path: string, anchor: string | undefined): string {
  return anchor === undefined ? path : `${path}#${anchor}`
}
