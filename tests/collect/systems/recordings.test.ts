import { describe, expect } from 'bun:test'
import { memberAt } from '../../../src/collect/answers/members'
import type { Fetch, System } from '../../../src/collect/system'
import { listed, recordings, testEach } from './answers'
import { type RecordedBoard, type Recording, recordedBoards, toResponse } from './boards'
import { changedVendor, checkCase, readPostings } from './cases'
import { type Change, changeAt } from './changed-answer'

const boards = recordedBoards().map(([system, recorded]) => ({
  name: system.name,
  system,
  recorded,
}))

describe.each(boards)('recorded answers of $name', async ({ system, recorded }) => {
  const found = (recorded.recordings ?? []).map(async (recording) => {
    const texts = await recordings(`${system.source}/${recording.files}`)
    return texts.map(([file, text]) => [file, text, recording] as const)
  })
  testEach((await Promise.all(found)).flat())('%s', async (_, text, recording) => {
    await checkRecording(system, recorded, recording, text)
  })
})

/** Checks that every row is a posting, the same one each time, and what else the recording expects. */
async function checkRecording(
  system: System,
  recorded: RecordedBoard,
  recording: Recording,
  text: string,
): Promise<void> {
  const { files, is, rows, total, id, ids, member, answers, ...expected } = recording
  const isText = rows === undefined && !/^\s*[[{]/.test(text)
  const answer = isText ? text : memberAt(JSON.parse(text), ...path(member))
  const found = rows === undefined ? [] : [memberAt(answer, ...path(rows))].flat()
  const changes: Change[] = [typeof answer === 'string' ? { text: answer } : { json: answer }]
  if (total !== undefined) changes.push(changeAt(total, found.length))
  const one = {
    ...expected,
    answers: { ...answers, [is]: [...changes, ...[answers?.[is] ?? []].flat()] },
  }
  await checkCase(system, recorded, { ...one, name: is })
  if (is.startsWith('posting') || one.missing || one.error) return
  const { board, fetch } = changedVendor(system, recorded, one)
  const listing = await listed(system, board, fetch)
  const names = id ? found.map((row) => memberAt(row, ...path(id))) : found.map((_, at) => at)
  const inText = ids ? [...text.matchAll(RegExp(ids, 'g'))].map(([all, name]) => name ?? all) : []
  expect(listing.postings).toHaveLength(new Set([...names, ...inText]).size)
  expect((await listed(system, board, fetch)).postings).toEqual(listing.postings)
  await readPostings(system, board, listing.postings, withDetails(fetch, recorded))
}

/** Every other address has the page of the first recorded posting. */
function withDetails(fetch: Fetch, { exchanges }: RecordedBoard): Fetch {
  const detail = exchanges.find(({ name }) => name.startsWith('posting'))
  return async (request) => {
    try {
      return await fetch(request)
    } catch (error) {
      if (detail === undefined) throw error
      return toResponse(detail.answer)
    }
  }
}

function path(text: string | undefined): string[] {
  return text ? text.split('.') : []
}
