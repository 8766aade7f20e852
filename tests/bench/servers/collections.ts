import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { connect, type Database } from '../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { changes } from '../../../src/catalogue/database/schema/changes'
import {
  collectorBoards,
  collectorPostings,
} from '../../../src/catalogue/database/schema/collector'
import { postingStateSql } from '../../../src/collect/board/board-state'
import { addNewBoards, type NewBoard } from '../../../src/collect/board/boards'
import type { Bench } from '../bench'
import { dropDatabase, recreateDatabase } from '../catalogue/databases'
import { type CommandCost, measureCommand } from '../measure/command-cost'
import { type Shape, writeBoardFiles } from './board-files'
import { type BoardServer, serveBoardFiles } from './boards'

const DATABASE = 'bench_collect'

export interface CollectCost extends CommandCost {
  requests: number
  /** Of the bodies, uncompressed. */
  megabytes: number
  /** Of the process that answers the requests. */
  serverCpuSeconds: number
}

/** Boards of a local server, and a catalogue to collect them into. */
export class Collections {
  private constructor(
    private readonly bench: Bench,
    private readonly server: BoardServer,
    readonly boards: readonly NewBoard[],
    readonly postings: number,
  ) {}

  static async run<Result>(
    bench: Bench,
    shape: Shape,
    mostPostings: number,
    work: (collections: Collections) => Promise<Result>,
  ): Promise<Result> {
    const folder = join(bench.directory, 'boards')
    await rm(folder, { recursive: true, force: true })
    const boards = await writeBoardFiles(folder, shape, mostPostings)
    const server = serveBoardFiles(folder)
    try {
      return await work(
        new Collections(bench, server, boards, boards.length * shape.postingsPerBoard),
      )
    } finally {
      await server.stop()
      await dropDatabase(bench.databaseUrl, DATABASE)
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** A new catalogue with the boards. */
  async withCatalogue<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result> {
    const url = await recreateDatabase(this.bench.databaseUrl, DATABASE)
    await applyMigrations(url)
    const database = connect({ url, poolSize: 2 })
    try {
      await addNewBoards(database, this.boards, new Date())
      return await work(
        new Catalogue(this.bench, this.server, database, { url, postings: this.postings }),
      )
    } finally {
      await database.close()
    }
  }

  /** Whether the server answers 304. */
  set isConditional(value: boolean) {
    this.server.state.isConditional = value
  }
}

export class Catalogue {
  constructor(
    private readonly bench: Bench,
    private readonly server: BoardServer,
    private readonly database: Database,
    private readonly about: { url: string; postings: number },
  ) {}

  async run(
    command: 'collect' | 'import',
    args: readonly string[],
    output?: string,
  ): Promise<CollectCost> {
    const { requests, bytes } = this.server.state
    const env = {
      DATABASE_URL: this.about.url,
      COLLECT_CONTACT: 'bench@example.com',
      COLLECT_REPLAY_URL: this.server.url,
    }
    const before = process.cpuUsage()
    const cost = await measureCommand(this.bench.directory, command, { args, env, output })
    const { user, system } = process.cpuUsage(before)
    return {
      ...cost,
      requests: this.server.state.requests - requests,
      megabytes: (this.server.state.bytes - bytes) / 1e6,
      serverCpuSeconds: (user + system) / 1e6,
    }
  }

  /** Imports a file of the boards, which are removed first: an import takes no postings of boards that are collected. */
  async runImport(file: string): Promise<CollectCost> {
    await this.database.db.update(collectorBoards).set({ state: 'removed' })
    return await this.run('import', [file])
  }

  /** Collects all boards for the first time. Throws when a posting is left out. */
  async runNew(): Promise<CollectCost> {
    const cost = await this.run('collect', ['--once'])
    // The resolver does not know each place of the sample.
    const written = await this.database.db.$count(
      collectorPostings,
      inArray(postingStateSql, ['imported', 'foreign', 'unresolved']),
    )
    const { postings } = this.about
    if (written === postings) return cost
    throw new Error(`${written} of ${postings} postings were collected`)
  }

  /** Collects boards that are as they were. Throws when a job changed. */
  async runUnchanged(): Promise<CollectCost> {
    const written = await this.countChanges()
    await this.database.db.update(collectorBoards).set({ nextDue: new Date(), listDue: null })
    const cost = await this.run('collect', ['--once'])
    if ((await this.countChanges()) === written) return cost
    throw new Error('the unchanged boards changed jobs')
  }

  async makePagesDue(): Promise<void> {
    await this.database.db.update(collectorPostings).set({ dueAt: new Date() })
  }

  async countChanges(): Promise<number> {
    return await this.database.db.$count(changes)
  }
}
