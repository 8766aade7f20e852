import type { Posting } from '../../../src/catalogue/import/posting'
import type { PayUnit } from '../../../src/values/vocabulary'
import { place, posting } from '../../support/posting-builder'

const PLACES = {
  toronto: place('Toronto', 'ON', 'CA'),
  ottawa: place('Ottawa', 'ON', 'CA'),
  montreal: place('Montreal', 'QC', 'CA'),
  vancouver: place('Vancouver', 'BC', 'CA'),
  calgary: place('Calgary', 'AB', 'CA'),
  houston: place('Houston', 'TX', 'US'),
  columbus: place('Columbus', 'OH', 'US'),
}

type Where = keyof typeof PLACES

function job(title: string, organization: string, where: Where, more: Partial<Posting> = {}) {
  return posting({ title, organization, locations: [PLACES[where]], ...more })
}

function paid(minValue: number, maxValue: number, unitText: PayUnit, currency = 'CAD') {
  const value = { '@type': 'QuantitativeValue' as const, minValue, maxValue, unitText }
  return { salary: { '@type': 'MonetaryAmount' as const, currency, value } }
}

const REMOTE = { location_type: 'TELECOMMUTE', work_arrangement: 'remote' } as const

/** What the catalogue has had for more than a week. */
export const OLDER: Posting[] = [
  job('Registered Nurse', 'Lakeside Hospital', 'toronto', { ...REMOTE, ...paid(46, 58, 'HOUR') }),
  ...Array.from({ length: 26 }, (_, at) =>
    job(`Warehouse Associate ${at}`, at % 2 ? 'Buckeye Freight' : 'Northside Depot', 'columbus', {
      date_posted: '2026-01-02T00:00:00Z',
    }),
  ),
]

/** What came within the last week. */
export const NEWER: Posting[] = [
  job('Registered Nurse, Virtual Care', 'Harbour Health', 'toronto', {
    ...REMOTE,
    ...paid(44, 52.5, 'HOUR'),
  }),
  job('Nurse', 'Harbour Health', 'ottawa', { ...REMOTE, ...paid(38, 44.99, 'HOUR') }),
  job('Nurse', 'Lakeside Hospital', 'ottawa', {
    employment_type: ['PART_TIME'],
    ...paid(40, 55, 'HOUR'),
    description_text: 'Nights in the emergency room. A licence of the province is required.',
  }),
  job('Practical Nurse', 'Corner Clinic', 'ottawa', { employment_type: ['PART_TIME'] }),
  job('Welder', 'Gulf Steel', 'houston'),
  job('Welding Inspector', 'Gulf Steel', 'houston'),
  job('Welder', 'Prairie Steel', 'calgary'),
  job('Long Haul Truck Driver', 'Prairie Lines', 'calgary'),
  job('Truck Driver', 'Prairie Lines', 'calgary'),
  job('Truck Driver', 'Foothill Staffing', 'calgary'),
  job('Driver', 'Foothill Taxi', 'calgary'),
  job('Software Developer', 'Maple Apps', 'toronto', {
    description_text: 'You write Python and SQL.',
  }),
  job('Senior Software Developer', 'Maple Apps', 'toronto', {
    description_text: 'You write Python and SQL.',
  }),
  job('Software Engineer', 'Maple Apps', 'vancouver', { description_text: 'You write Go.' }),
  job('Data Analyst', 'Maple Apps', 'toronto', { work_arrangement: 'hybrid' }),
  job('Data Analyst', 'Maple Apps', 'toronto', { work_arrangement: 'onsite' }),
  job('Accountant', 'Ledger Partners', 'toronto', paid(70_000, 85_000, 'YEAR')),
  job('Accountant', 'Ledger Partners', 'vancouver', paid(90_000, 110_000, 'YEAR')),
  job('Accountant', 'Beaver Books', 'calgary', paid(95_000, 95_000, 'YEAR')),
  job('Accountant', 'Beaver Books', 'calgary', paid(41, 60, 'HOUR')),
  job('Design Intern', 'Maple Apps', 'vancouver', {
    employment_type: ['INTERN'],
    date_posted: '2026-01-09T00:00:00Z',
  }),
  job('Finance Intern', 'Ledger Partners', 'vancouver', {
    employment_type: ['INTERN'],
    date_posted: '2025-12-20T00:00:00Z',
  }),
  job('Customer Service Agent', 'Bell & Fils', 'montreal', {
    description_text: 'You are bilingual in French and English.',
  }),
  job('Customer Service Agent', 'Bell & Fils', 'montreal', {
    description_text: 'You speak to customers.',
  }),
  job('Cook', 'Maple Inn', 'ottawa', paid(20, 24, 'HOUR')),
  job('Cook', 'Maple Inn', 'toronto', paid(23, 27, 'HOUR')),
  job('Cook', 'Corner Diner', 'toronto'),
]
