import { expect, test } from 'bun:test'
import { Dice } from '../../faults/support/mutation'
import { attacks, memberAttacks } from '../support/attacks'
import { HostileVendor } from '../support/hostile-vendor'
import { siteBoards } from '../support/site-boards'
import { recordedBoards, toResponse } from './boards'

/** What an attack adds to an answer. `tests/faults/hostile-vendors.ts` adds megabytes, and tries each member of each answer. */
const BYTES = 2_000
const MEMBERS = 6

const dice = new Dice(Number(process.env.TEST_SEED ?? 1))

const boards = [...recordedBoards(), ...siteBoards()]

test.each(boards.map(([system, recorded]) => [system.name, system, recorded] as const))(
  '%s: no answer ends the collector or removes a posting',
  async (_, system, recorded) => {
    const vendor = await HostileVendor.of(system, recorded)
    for (const [target, { answer }] of recorded.exchanges.entries()) {
      const onMembers = memberAttacks(toResponse(answer).text, BYTES)
      const sample = Array.from(
        { length: MEMBERS },
        () => onMembers[dice.below(onMembers.length || 1)],
      )
      for (const attack of [...attacks(BYTES), ...sample.filter((one) => one !== undefined)]) {
        const lost = vendor.lost(await vendor.attacked(attack, target))
        expect([attack.name, target, ...lost]).toEqual([attack.name, target])
      }
    }
  },
  60_000,
)
