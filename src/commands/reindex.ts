import { outdatedIndexVersion } from '../catalogue/database/words/index-version'
import { reindex } from '../catalogue/import/upkeep/reindex'
import { createWriter } from '../catalogue/import/write/writer'
import { ANALYZER_VERSION } from '../text/search/index/analyzer'
import { openCatalogue } from './catalogue/catalogue'
import { runCommand } from './terminal/command'
import { createProgress, printLine, printMessage } from './terminal/output'

await runCommand({
  name: 'reindex',
  help: `bun run reindex

Rebuilds the search index if another version of the analyzer built it; bun run
start warns when that is the case. Searches and imports continue meanwhile.
You can kill it at any moment; the next run resumes.

  --force   rebuild an index of this version too, because an older version wrote jobs

Example: DATABASE_URL=postgres://user@host/jobs bun run reindex`,
  options: { force: { type: 'boolean', default: false } },
  async run({ values, shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'reindex', log: printMessage })
    const progress = createProgress(1)
    shutdown.defer(() => progress.end())
    const version = await outdatedIndexVersion(database)
    if (version === undefined && !values.force) {
      printLine(`the search index is of analyzer version ${ANALYZER_VERSION} already`)
      return
    }
    const count = await reindex(createWriter(database), (done, total) =>
      progress.show(done / total, `${done} of ${total} jobs`),
    )
    progress.end()
    const from = version ?? ANALYZER_VERSION
    printLine(`re-indexed ${count} jobs: from analyzer version ${from} to ${ANALYZER_VERSION}`)
  },
})
