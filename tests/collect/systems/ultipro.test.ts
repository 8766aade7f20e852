import { expect, test } from 'bun:test'
import { ultipro } from '../../../src/collect/systems/ultipro'
import { boardOf } from './answers'
import { recordedBoard } from './boards'

test('an opportunity without a title, in neither the list nor its page, is an error', async () => {
  const { slug, settings } = recordedBoard(ultipro).board
  const board = boardOf(ultipro, slug, { ...(settings && { settings }) })
  const text = 'new US.Opportunity.CandidateOpportunityDetail({})'
  const read = ultipro.detail?.(board, { external_id: 'a', fingerprint: '' }, async () => ({
    status: 200,
    headers: new Headers(),
    text,
  }))
  await expect(read).rejects.toThrow('has no title')
})
