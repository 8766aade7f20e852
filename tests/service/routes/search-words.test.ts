import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { documentsOf, type SearchCase, testSearches } from '../../support/search-cases'
import { createSearchCatalogue, type SearchCatalogue } from '../../support/search-catalogue'

const plain: readonly SearchCase[] = [
  // Accents and case, composed and decomposed, on either side.
  ['montreal', ['Montréal', 'MONTREAL', 'Montre\u0301al-Nord'], ['Montreuil', 'Mont Réal']],
  ['Montréal', ['Montréal', 'MONTREAL', 'Montre\u0301al-Nord'], ['Montreuil']],
  ['MONTRE\u0301AL', ['Montréal', 'MONTREAL', 'Montre\u0301al-Nord'], ['Montreuil']],
  ['coeur', ['Cœur', 'COEUR'], ['Cour']],
  ['GRÖSSE', ['Große', 'grosse'], ['Gros']],
  // Names with signs.
  [
    'C',
    ['C Developer', 'C/C++ Lead'],
    ['C++ Developer', 'C# Developer', 'F# Developer', 'C++17 Guru'],
  ],
  ['C++', ['C++ Developer', 'C/C++ Lead', 'C++17 Guru'], ['C Developer', 'C# Developer', 'C + D']],
  ['C#', ['C# Developer', 'C#/F# Lead'], ['C Developer', 'C++ Developer', 'F# Developer']],
  ['c♯', ['C# Developer', 'C#/F# Lead'], ['C Developer']],
  ['F#', ['F# Developer', 'C#/F# Lead'], ['F Developer', 'C# Developer']],
  [
    '.NET',
    ['.NET Developer', 'ASP.NET Developer', '.Net8 Guru'],
    ['Net Developer', 'Network Lead'],
  ],
  ['net', ['Net Developer'], ['.NET Developer', 'ASP.NET Developer', 'Network Lead']],
  [
    'ASP.NET',
    ['ASP.NET Developer', 'ASP / .NET Lead'],
    ['.NET Developer', '.NET and ASP', 'ASP Net'],
  ],
  ['asp', ['ASP.NET Developer', 'ASP Net'], ['.NET Developer']],
  [
    'Node.js',
    ['Node.js Developer', 'Node JS Lead'],
    ['JS Node', 'NodeJS Developer', 'Node Developer'],
  ],
  ['node', ['Node.js Developer', 'Node Developer'], ['NodeJS Developer']],
  ['R&D', ['R&D Chemist', 'R & D Lead'], ['D&R Chemist', 'R and D', 'RD Chemist']],
  ['AT&T', ['AT&T Installer', 'Installer, at & t'], ['T at AT', 'ATT Installer']],
  [
    'full-time',
    ['Full-time Cook', 'Cook (full time)', 'FULL/TIME'],
    ['Fulltime Cook', 'Time, full'],
  ],
  ['full time', ['Full-time Cook', 'Cook (full time)', 'Time, full'], ['Fulltime Cook']],
  ['lead', ['Senior/Lead', 'Lead—Nights'], ['Leader', 'Misleading']],
  ['senior lead', ['Senior/Lead', 'Lead, Senior'], ['Senior Leader']],
  ['TCP/IP', ['TCP/IP Analyst', 'TCP IP'], ['IP/TCP', 'TCP over IP']],
  ['24/7', ['Support 24/7', '24-7 Guard'], ['7/24', '247 Guard', '24 x 7']],
  ["l'ingénieur", ['Aide de l’ingénieur', "L'INGENIEUR"], ['Ingénieur', 'Lingénieur']],
  ['l’ingénieur', ['Aide de l’ingénieur', "L'INGENIEUR"], ['Ingénieur', 'Lingénieur']],
  ['ingénieur', ['Aide de l’ingénieur', "L'INGENIEUR", 'Ingénieur'], ['Lingénieur', 'Ingénierie']],
  ['infirmier', ['Infirmier(ère)', 'Infirmier'], ['Infirmière']],
  ['Infirmier(ère)', ['Infirmier(ère)', 'Infirmier - ère'], ['Infirmier', 'Infirmière']],
  ['technicien', ['Technicien·ne', 'Technicien'], ['Technicienne']],
  ['Technicien·ne', ['Technicien·ne', 'Technicien(ne)'], ['Technicien', 'Technicienne']],
  ["McDonald's", ["McDonald's Crew", 'MCDONALD’S'], ['McDonalds Crew', 'McDonald Crew']],
  ['IT manager', ['IT Manager', 'Manager of IT'], ['Manager', 'Item Manager', 'I.T. Manager']],
  ['"it manager"', ['IT Manager'], ['Manager of IT', 'IT & Office Manager']],
  ['head of sales', ['Head of Sales', 'Sales: head of team'], ['Head, Sales']],
  [
    '"head of sales"',
    ['Head of Sales', 'Co-head of sales'],
    ['Sales: head of team', 'Head of a sales team'],
  ],
  ['tier-2', ['Tier-2 Support', 'Support (tier 2)'], ['Tier 1-2', 'Tier 22', '2nd Tier']],
  ['$120k', ['Roofer $120K', '120k Roofer'], ['Roofer $120,000', '$120 Roofer']],
  // Plain syntax.
  ['nurs*', ['Nurse', 'Nursing Aide', 'Nurs'], ['Nur', 'Wet-nose']],
  ['"day nurs*"', ['Day Nurse', 'Day Nursing'], ['Nurse, day', 'Day']],
  ['"day nurs"*', ['Day Nurse', 'Day Nursing'], ['Nurse, day', 'Day']],
  ['day OR aide', ['Day Nurse', 'Nursing Aide', 'Day'], ['Nurse']],
  ['day nurse OR aide', ['Day Nurse', 'Nurse, day', 'Nursing Aide'], ['Day', 'Nurse']],
  ['nurse -day', ['Nurse'], ['Day Nurse', 'Nurse, day']],
  ['nurse -"day nurse"', ['Nurse', 'Nurse, day'], ['Day Nurse']],
  ['-nurse', ['Day', 'Cook'], ['Day Nurse', 'Nurse']],
  ['-nurs* -cook', ['Day'], ['Nurse', 'Nursing Aide', 'Cook']],
  ['-nurse OR day', ['Day', 'Cook', 'Day Nurse'], ['Nurse']],
  ['Sales & Marketing | (Remote) - Lead', ['Lead, Remote Marketing / Sales'], ['Sales Lead']],
]

const advanced: readonly SearchCase[] = [
  ["'C#' | 'F#'", ['C# Developer', 'C#/F# Lead', 'F# Developer'], ['C Developer', 'F Developer']],
  ['!nurse', ['Day', 'Cook'], ['Day Nurse', 'Nurse']],
  ['!!nurse', ['Nurse', 'Day Nurse'], ['Cook']],
  // Precedence of each operator beside each other one.
  ['alpha | beta & gamma', ['alpha', 'beta gamma'], ['beta', 'gamma']],
  ['alpha & beta | gamma', ['alpha beta', 'gamma'], ['alpha', 'beta']],
  ['(alpha | beta) & gamma', ['alpha gamma', 'beta gamma'], ['alpha', 'gamma']],
  ['!alpha & beta', ['beta', 'beta gamma'], ['alpha beta', 'gamma']],
  ['!(alpha & beta)', ['beta', 'alpha', 'gamma'], ['alpha beta']],
  ['!alpha | beta', ['gamma', 'alpha beta'], ['alpha', 'alpha gamma']],
  [
    'alpha <-> beta & gamma',
    ['alpha beta gamma'],
    ['alpha beta', 'beta gamma', 'beta alpha gamma'],
  ],
  ['alpha <-> beta | gamma', ['alpha beta', 'gamma'], ['alpha', 'beta']],
  [
    'alpha & beta <-> gamma',
    ['alpha beta gamma', 'beta gamma alpha'],
    ['gamma beta alpha', 'beta gamma'],
  ],
  ['!(alpha <-> beta)', ['beta alpha gamma', 'gamma'], ['alpha beta']],
  ['!alpha & beta <-> gamma', ['beta gamma'], ['alpha beta gamma', 'beta']],
  // Distances.
  ['one <-> two', ['one two'], ['one x two', 'two one']],
  ['one <3> two', ['one two', 'one x two', 'one x x two'], ['one x x x two', 'two one']],
  ['one <4> two', ['one x x x two'], ['two one']],
  [
    'one <2> two <2> three',
    ['one x two x three', 'one two three'],
    ['one x x two three', 'three two one'],
  ],
  [
    "'one two' <2> three",
    ['one two three', 'one two x three'],
    ['one x two three', 'one two x x three'],
  ],
  ["one <2> 'two three'", ['one two three', 'one x two three'], ['one x two x three']],
  ["(one | 'one two') <-> three", ['one two three', 'one three'], ['one x three']],
  ["one <-> (two | 'x two')", ['one two', 'one x two'], ['one x x two']],
  [
    "(one | two) <2> (three | 'x x')",
    ['two three', 'one x x two', 'two x three'],
    ['three two one'],
  ],
  ['on:* <-> tw:*', ['one two', 'ones twenty'], ['two one']],
  ["'one tw':*", ['one two', 'one twelve'], ['ones twenty', 'one x two']],
]

let catalogue: SearchCatalogue
beforeAll(async () => {
  const titles = documentsOf([...plain, ...advanced])
  catalogue = await createSearchCatalogue(
    Object.fromEntries(titles.map((title) => [title, { title, organization: null }])),
  )
})
afterAll(() => catalogue.stop())

describe('plain', () => testSearches(() => catalogue, 'title', plain))
describe('advanced', () => testSearches(() => catalogue, 'title_advanced', advanced))

test('an advanced filter replaces the plain one, which is not read', async () => {
  const search = { title: '"unclosed', title_advanced: 'cook' }
  expect(await catalogue.find(search)).toEqual(await catalogue.find({ title: 'cook' }))
})
