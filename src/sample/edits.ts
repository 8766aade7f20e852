import type { Draft } from './draft'
import { fillTemplate } from './fill-template'
import type { Appearance } from './history'
import { raisePay } from './pay'
import { Placeholders } from './placeholders'
import { titleEndings } from './posting'
import { Random, STREAMS } from './random'

/** Applies the first `count` edits of an appearance to a draft; each edit changes something that clients see. */
export function applyEdits(
  draft: Draft,
  appearance: Appearance,
  count: number,
  seed: number,
): void {
  for (let number = 1; number <= count; number += 1) {
    const random = new Random(
      seed,
      STREAMS.edit + number * 4 + (appearance.number % 4),
      appearance.index,
    )
    const edit = random.pick(EDITS)
    if (!edit(draft, random)) addUpdate(draft, random)
  }
}

/** Returns whether it changed the draft. */
type Edit = (draft: Draft, random: Random) => boolean

const publishOrRaisePay: Edit = (draft, random) => {
  if (draft.pay === undefined) return false
  if (draft.isPayPublished) draft.pay = raisePay(draft.pay, random)
  draft.isPayPublished = true
  return true
}

const changeTitle: Edit = (draft, random) => {
  const number = random.integer(0, titleEndings(draft).length - 1)
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
  const { remote, hybrid } = draft.family.shares
  if (remote + hybrid < 0.2 || draft.places.length === 0) return false
  draft.arrangement = draft.arrangement === 'hybrid' ? 'remote' : 'hybrid'
  return true
}

const addUpdate: Edit = (draft, random) => {
  const { updates } = draft.wording.common
  draft.updates.push(fillTemplate(random.pick(updates), new Placeholders(draft, random).valueFor))
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
