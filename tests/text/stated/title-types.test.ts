import { describe, expect, test } from 'bun:test'
import { statedFields } from '../../../src/text/stated/stated-fields'
import { typesOfTitle } from '../../../src/text/stated/title-types'
import type { EmploymentType } from '../../../src/values/vocabulary'

type Row = [string, EmploymentType[] | undefined]

describe('a whole part', () => {
  test.each<Row>([
    ['Cook (Part-Time)', ['PART_TIME']],
    ['Cook - Full time, permanent', ['FULL_TIME']],
    ['Nurse [Per Diem]', ['PER_DIEM']],
    ['Software Engineer | Internship', ['INTERN']],
    ['Cashier - Seasonal Jobs', ['TEMPORARY']],
    ['Cook (12-Month Contract)', ['CONTRACTOR']],
    ['Cook (Full/Part-Time)', ['FULL_TIME', 'PART_TIME']],
    ['Cook, Full-Time, Day Shift', ['FULL_TIME']],
    ['Nurse - F/T - Evenings', ['FULL_TIME']],
    ['Nurse- Ward- PRN Nights', ['PER_DIEM']],
    ['Cashier - Summer Jobs', undefined],
    ['Nurse - Days', undefined],
    ['Physical Therapist (PT)', undefined],
    ['Stage Manager - Stage', undefined],
  ])('%s', (title, types) => expect(typesOfTitle(title)).toEqual(types))
})

describe('the first and the last words', () => {
  test.each<Row>([
    ['Full-time Cook', ['FULL_TIME']],
    ['Cook Full-Time or Part-Time, Nights', ['FULL_TIME', 'PART_TIME']],
    ['Cook PT or FT', ['FULL_TIME', 'PART_TIME']],
    ['Nurse FT Days - Ward 3', ['FULL_TIME']],
    ['Éducatrice à temps partiel', ['PART_TIME']],
    ['Infirmière - temps partiel, soir', ['PART_TIME']],
    ['Clerk, Temporary', ['TEMPORARY']],
    ['Nurse Per Diem Ward 3', ['PER_DIEM']],
    ['Full Time and Attendance Analyst', undefined],
    ['Time and Attendance Analyst', undefined],
    ['Temporary Housing Manager', undefined],
    ['Contract Administrator', undefined],
    ['FT WORTH COOK', undefined],
    ['Sales - Ft Lauderdale', undefined],
    ['PT/OT - Home Health', undefined],
    ['Per Diem and Travel Accountant', undefined],
    ['Travel & Per Diem Clerk', undefined],
  ])('%s', (title, types) => expect(typesOfTitle(title)).toEqual(types))
})

describe('internships', () => {
  test.each<Row>([
    ['Marketing Intern - Summer 2027', ['INTERN']],
    ['Graduate Intern 2026, Water', ['INTERN']],
    ['Co-op Student - Bakery', ['INTERN']],
    ['Engineering Co-op, January 2027', ['INTERN']],
    ['Stagiaire en génie civil', ['INTERN']],
    ['Stage en comptabilité - hiver 2027', ['INTERN']],
    ['Food Co-op Cashier', undefined],
    ['Grocery Clerk, Valley Co-op', undefined],
    ['Intern Program Manager', undefined],
    ['Internship Coordinator', undefined],
    ['Manager, Co-op Education', undefined],
    ['Director of Clinical Internship', undefined],
    ['Internist - Medicine', undefined],
    ['Cook or intern', undefined],
    ['Stage Technician', undefined],
  ])('%s', (title, types) => expect(typesOfTitle(title)).toEqual(types))
})

test('dashes of all kinds part a title', () => {
  const job = {
    title: 'Cuisinier – temps partiel',
    date_posted: null,
    date_valid_through: null,
    location_type: null,
    salary: null,
    employment_type: null,
    work_arrangement: null,
  }
  const places = { country: 'CA', regions: [], isOnlyCountry: true } as const
  expect(statedFields(job, { text: '', places, payFromText: true }).employment_type).toEqual({
    value: ['PART_TIME'],
    words: 'Cuisinier – temps partiel',
    path: 'title',
  })
})
