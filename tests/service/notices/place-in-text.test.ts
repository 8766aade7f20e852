import { expect, test } from 'bun:test'
import { placeInText } from '../../../src/service/notices/place-in-text'

/** Every name is that of a city as often as a word of titles. */
const usesOf = () => ({ asCity: 0, asWord: 0 })

test.each([
  ['cook houston tx', 'houston tx', 'cook'],
  ['cook the Bay Area', 'Bay Area', 'cook'],
  ['cook in Ontario part time', 'Ontario', 'cook part time'],
  ['in Ontario cook', 'Ontario', 'cook'],
  ['tree planter BC', 'BC', 'tree planter'],
  ['cook TX or Ontario', 'TX OR Ontario', 'cook'],
  ['cook halifax ns or moncton nb', 'halifax ns OR moncton nb', 'cook'],
  ['cook in Texas and Ontario', 'Texas OR Ontario', 'cook'],
])('%s', (text, place, rest) => {
  expect(placeInText(text, usesOf)).toMatchObject({ text: place, rest })
})

test.each(['cook or baker', 'clinic MA', 'cook bc', 'cook in training', 'work in progress cook'])(
  '%s has none',
  (text) => {
    expect(placeInText(text, usesOf)).toBeUndefined()
  },
)
