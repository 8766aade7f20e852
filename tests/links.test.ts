import { describe, expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dir, '..')
const PAGES = ['*.md', '{docs,drizzle,examples,patches,src}/**/*.md']
  .flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
  .toSorted()
const texts = new Map(
  await Promise.all(
    PAGES.map(async (page) => [page, await Bun.file(join(ROOT, page)).text()] as const),
  ),
)

test.each(PAGES)('each link of %s leads to a file, and to a heading of it', (page) => {
  const broken = linksOf(page).filter(({ file, anchor }) => {
    if (!existsSync(join(ROOT, file))) return true
    const text = texts.get(file)
    return anchor !== undefined && text !== undefined && !anchorsOf(text).has(anchor)
  })
  expect(broken).toEqual([])
})

describe('docs/', () => {
  const pages = PAGES.filter((page) => dirname(page) === 'docs')

  test('README.md is linked from the first page, and links to every other page', () => {
    expect(linksOf('README.md').map(({ file }) => file)).toContain('docs/README.md')
    const linked = new Set(linksOf('docs/README.md').map(({ file }) => file))
    expect(pages.filter((page) => page !== 'docs/README.md' && !linked.has(page))).toEqual([])
  })

  test.each(pages)('%s has at most 12 kB', (page) => {
    expect(statSync(join(ROOT, page)).size).toBeLessThanOrEqual(12_000)
  })
})

/** The relative links of a page, outside of code: the file from the root, and the heading. */
function linksOf(page: string): { file: string; anchor: string | undefined }[] {
  const text = prose(texts.get(page) ?? '')
  return [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].flatMap(([, link, picture]) => {
    const target = link ?? picture ?? ''
    if (/^(?:https?|mailto):/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    return [{ file: path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path)), anchor }]
  })
}

/** The headings as GitHub writes them in addresses. */
function anchorsOf(text: string): Set<string> {
  const headings = [...prose(text, false).matchAll(/^#{1,6} (.+)$/gm)].map(
    ([, heading = '']) => heading,
  )
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}

function prose(text: string, isWithoutInlineCode = true): string {
  const outside = text.replaceAll(/^```.*?^```/gms, '')
  return isWithoutInlineCode ? outside.replaceAll(/`[^`\n]*`/g, '') : outside
}
