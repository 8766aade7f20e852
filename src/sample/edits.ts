import type { Draft } from './draft'
import { fill } from './fill'
import type { Life } from './life'
import { raisePay } from './pay'
import { Random } from './random'
import { Slots } from './slots'
import { STREAMS } from './streams'
import { endings } from './title'

/** Makes the first `editions` edits of a stay to a draft; each changes something that a client sees. */
export function applyEdits(draft: Draft, life: Life, editions: number, seed: number): void {
  for (let edition = 1; edition <= editions; edition += 1) {
    const random = new Random(seed, STREAMS.edit + edition * 4 + (life.stay % 4), life.index)
    const edit = random.pick(EDITS)
    if (!edit(draft, random)) addUpdate(draft, random)
  }
}

/** Says whether it changed the draft. */
type Edit = (draft: Draft, random: Random) => boolean

const publishOrRaisePay: Edit = (draft, random) => {
  if (draft.pay === undefined) return false
  if (draft.isPayPublished) draft.pay = raisePay(draft.pay, random)
  draft.isPayPublished = true
  return true
}

const changeTitle: Edit = (draft, random) => {
  const number = random.integer(0, endings(draft).length - 1)
  draft.titleEnding = draft.titleEnding === undefined ? number : undefined
  return true
}

const addPlace: Edit = (draft, random) => {
  const { employer, country, places } = draft
  const others = employer.sites.filter(
    (place) => place.country === country && !places.includes(place),
  )
  if (places.length === 0 || others.length === 0) return false
  places.push(random.pick(others))
  return true
}

const moveClosing: Edit = (draft, random) => {
  draft.closingShiftDays += random.integer(7, 30)
  return true
}

const changeArrangement: Edit = (draft) => {
  const { remote, hybrid } = draft.family.habits
  if (remote + hybrid < 0.2 || draft.places.length === 0) return false
  draft.arrangement = draft.arrangement === 'hybrid' ? 'remote' : 'hybrid'
  return true
}

const addUpdate: Edit = (draft, random) => {
  const { updates } = draft.wording.common
  draft.updates.push(fill(random.pick(updates), new Slots(draft, random).write))
  return true
}

const EDITS: readonly Edit[] = [
  publishOrRaisePay,
  publishOrRaisePay,
  publishOrRaisePay,
  addUpdate,
  addUpdate,
  addUpdate,
  moveClosing,
  moveClosing,
  changeTitle,
  addPlace,
  changeArrangement,
]
