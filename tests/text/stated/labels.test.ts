import { describe, expect, test } from 'bun:test'
import { closingDate, isAfter } from '../../../src/text/stated/closing-date'
import { arrangementOfTitle } from '../../../src/text/stated/labels'
import { statedFields } from '../../../src/text/stated/stated-fields'
import type { EmploymentType } from '../../../src/values/vocabulary'
import type { WorkArrangement } from '../../../src/values/work-arrangement'

const JOB = {
  title: 'Baker',
  date_posted: '2026-09-01T00:00:00Z',
  date_valid_through: null,
  location_type: null,
  salary: null,
  employment_type: null,
  work_arrangement: null,
} as const

const PLACES = { country: 'CA', regions: [], isOnlyCountry: true } as const

function stated(text: string, members: Partial<Parameters<typeof statedFields>[0]> = {}) {
  return statedFields({ ...JOB, ...members }, { text, places: PLACES, payFromText: true })
}

describe('the arrangement of a title', () => {
  test.each<[string, WorkArrangement | undefined]>([
    ['Baker (Remote)', 'remote'],
    ['Baker (Remote, Canada)', 'remote'],
    ['Baker - Hybrid - Toronto', 'hybrid'],
    ['Boulanger (100 % télétravail)', 'remote'],
    ['Baker (Remote or Hybrid)', undefined],
    ['Baker (Remote) - Hybrid', undefined],
    ['Remote Sensing Engineer', undefined],
    ['Hybrid Vehicle Technician', undefined],
  ])('%s', (title, arrangement) => expect(arrangementOfTitle(title)).toBe(arrangement))
})

describe('labelled lines', () => {
  test.each<[string, EmploymentType[] | undefined]>([
    ['Employment type: Full-time', ['FULL_TIME']],
    ['- **Job type:** Casual part-time', ['PART_TIME']],
    ['Job Types: Full-time, Part-time', ['FULL_TIME', 'PART_TIME']],
    ['Job type:\n\nFull-time (37.5 hours per week)', ['FULL_TIME']],
    ["Type d'emploi : Temps plein, permanent", ['FULL_TIME']],
    ['Type de poste : Permanent, temps plein (37,5 heures/semaine)', ['FULL_TIME']],
    ['Position type: Contract (12 months)', ['CONTRACTOR']],
    ['Job Type: Temporary - 1 year', ['TEMPORARY']],
    ['Status: Temporary Full-Time (up to 12 months)', ['FULL_TIME', 'TEMPORARY']],
    ['Status: Full-time', ['FULL_TIME']],
    ['Status: Open', undefined],
    ['Type: Part-time', ['PART_TIME']],
    ['Statut : temporaire à temps partiel', ['PART_TIME', 'TEMPORARY']],
    ['Schedule: Full time', ['FULL_TIME']],
    ['Schedule: Monday to Friday', undefined],
    ['Job type: Contract\nSchedule: Full time', ['CONTRACTOR']],
    ['Category: Seasonal Jobs', undefined],
    ['Job type: Seasonal Jobs', ['TEMPORARY']],
    ['Job Type\n\nFull-time\n\nDescription', ['FULL_TIME']],
    ['Job Type\n\nWe bake full-time', undefined],
    ['Job\nFull-time', undefined],
    ['Employment type: whatever suits you', undefined],
    ['Employment type: Full-time\nEmployment type: Part-time', undefined],
    ['We have full-time employment. Employment type: see above', undefined],
  ])('%j', (text, types) => expect(stated(text).employment_type?.value).toEqual(types))

  test.each<[string, WorkArrangement | undefined]>([
    ['Work arrangement: Hybrid', 'hybrid'],
    ['Remote Type\nFully Remote\nSkills', 'remote'],
    ['Type: Hybrid', 'hybrid'],
    ['Location: Hybrid – Toronto', 'hybrid'],
    ['Location: Regina, SK (On-site)', 'onsite'],
    ['Mode de travail : 100 % télétravail', 'remote'],
    ['Work Type: 100% Remote (W-2)', 'remote'],
    ['Job Type: Full-time (Toronto) or contract (remote)', undefined],
    ['Location type: In-office (Monday to Thursday), remote Friday', undefined],
    ['Location: Remote (in person, Toronto)', undefined],
    ['Location: Remote, US or Canada', 'remote'],
    ['Location: Remote or Toronto', undefined],
    ['Location: Toronto / Remote', undefined],
    ['Location:\n- Remote\n- Toronto', undefined],
    ['You may work remote: ask us', undefined],
    ['Location: Salem, OR (Hybrid)', 'hybrid'],
    ['Work location: On site, Monday to Friday. It is not eligible for telework.', 'onsite'],
    ['Work location: On site, or remote', undefined],
    ['Work options: Hybrid', 'hybrid'],
    ['Telework policy: hybrid, two remote days weekly', 'hybrid'],
    ['Telework policy: hybrid or remote', undefined],
    ['Formule de travail : hybride (selon la politique)', 'hybrid'],
    ['Mode de travail : en personne', 'onsite'],
    ['Lieu du poste : Télétravail hybride à Gatineau, QC', 'hybrid'],
  ])('%j', (text, arrangement) => expect(stated(text).work_arrangement?.value).toBe(arrangement))

  test('a mark of the employer is not contradicted', () => {
    const text = 'Work arrangement: Hybrid'
    expect(stated(text, { location_type: 'TELECOMMUTE' }).work_arrangement).toBeUndefined()
    expect(stated(text, { work_arrangement: 'onsite' }).work_arrangement).toBeUndefined()
    expect(stated(text, { title: 'Baker (Remote)' }).work_arrangement).toBeUndefined()
  })

  test('give the words as published', () => {
    expect(stated('Skills\n• Closing date: Oct. 14, 2026').date_valid_through).toEqual({
      value: '2026-10-14T00:00:00Z',
      words: '• Closing date: Oct. 14, 2026',
      path: 'description',
    })
  })
})

describe('closing dates', () => {
  test.each([
    ['October 14, 2026', '2026-10-14T00:00:00Z'],
    ['Wednesday, October 14th, 2026 at 11:59 PM EST', '2026-10-14T00:00:00Z'],
    ['14 octobre 2026', '2026-10-14T00:00:00Z'],
    ['le 1er février 2027', '2027-02-01T00:00:00Z'],
    ['Aug 3 2026', '2026-08-03T00:00:00Z'],
    ['2026-10-14', '2026-10-14T00:00:00Z'],
    ['11:59 p.m. on Friday, September 4, 2026', '2026-09-04T00:00:00Z'],
    ['minuit le 4 septembre 2026', '2026-09-04T00:00:00Z'],
    ['September 4, 2026 - 23:59, Pacific Time', '2026-09-04T00:00:00Z'],
    ['2026-09-04 à 23 h 59', '2026-09-04T00:00:00Z'],
    ['3 on Friday, September 4, 2026 or so', undefined],
    ['10/14/2026', '2026-10-14T00:00:00Z'],
    ['14/10/2026', '2026-10-14T00:00:00Z'],
    ['10/11/2026', undefined],
    ['February 30, 2026', undefined],
    ['October 14', undefined],
    ['October 2026', undefined],
    ['open until filled', undefined],
    ['October 14, 2026 or later', undefined],
  ])('%s', (value, instant) => expect(closingDate(value)).toBe(instant))

  test.each([
    ['Apply by October 14, 2026', '2026-10-14T00:00:00Z'],
    ['Application deadline - 2026-10-14', '2026-10-14T00:00:00Z'],
    ['Fin de l’affichage : 2026-10-14', '2026-10-14T00:00:00Z'],
    ['Closes: Friday, October 2, 2026 at 5:00 pm', '2026-10-02T00:00:00Z'],
    ['Deadline for parts of 2026-10-14', undefined],
    ['Date limite : 14 octobre 2026', '2026-10-14T00:00:00Z'],
    ['Application deadline:\nOctober 14, 2026', '2026-10-14T00:00:00Z'],
    ['Closing date: August 14, 2026', undefined],
    ['Closing date: August 14, 2036', undefined],
    ['The closing date is October 14, 2026, and so on', undefined],
  ])('%j', (text, instant) => expect(stated(text).date_valid_through?.value).toBe(instant))

  test('lie after the date of a posting, which is known', () => {
    expect(stated('Closing date: October 14, 2026', { date_posted: null }).date_valid_through).toBe(
      undefined,
    )
    expect(isAfter('2026-10-14T00:00:00Z', '2026-10-14T00:00:00Z')).toBe(false)
  })
})

test('what the source gives is not read', () => {
  const text = 'Salary: $60,000\nEmployment type: Full-time\nClosing date: October 14, 2026'
  const given = stated(text, {
    salary: {
      '@type': 'MonetaryAmount',
      currency: 'CAD',
      value: { '@type': 'QuantitativeValue', value: 1, unitText: 'YEAR' },
    },
    employment_type: ['INTERN'],
    date_valid_through: '2026-10-01T00:00:00Z',
  })
  expect(Object.values(given).filter((each) => each !== undefined)).toEqual([])
})
