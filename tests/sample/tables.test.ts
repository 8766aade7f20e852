import { expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Family, INDUSTRIES } from '../../src/sample/industries'
import industries from '../../src/sample/tables/industries.json'
import sourceSystems from '../../src/sample/tables/source-systems.json'
import { COUNTRIES } from '../../src/values/country'
import { CAREER_PAGE, canonicalSource } from '../../src/values/source'

const closed = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const texts = Type.Array(text)
const bilingual = Type.Object({ en: texts, fr: texts }, closed)
const bilingualNotEmpty = Type.Object(
  { en: Type.Array(text, { minItems: 1 }), fr: Type.Array(text, { minItems: 1 }) },
  closed,
)
const weight = Type.Number({ exclusiveMinimum: 0 })
const share = Type.Number({ minimum: 0, maximum: 1 })
const amount = Type.Number({ minimum: 0 })

const OccupationRow = Type.Object(
  {
    en: text,
    fr: Type.String(),
    low: amount,
    high: amount,
    country: Type.Optional(Type.Enum(COUNTRIES)),
  },
  closed,
)

const FamilyFile = Type.Object(
  {
    department: Type.Object({ en: text, fr: text }, closed),
    seniority: Type.Enum(['none', 'office', 'trade', 'tech']),
    shares: Type.Object(
      {
        partTime: share,
        shifts: share,
        casual: share,
        temporary: share,
        contractor: share,
        remote: share,
        hybrid: share,
      },
      closed,
    ),
    occupations: Type.Array(OccupationRow, { minItems: 1 }),
    areas: bilingual,
    tools: texts,
    certificates: texts,
    duties: bilingualNotEmpty,
    skills: bilingualNotEmpty,
  },
  closed,
)

const folder = join(import.meta.dir, '../../src/sample/tables/families')
const files: [string, Static<typeof FamilyFile>][] = await Promise.all(
  Array.from(new Glob('*.json').scanSync(folder), async (file) => [
    basename(file, '.json'),
    await Bun.file(join(folder, file)).json(),
  ]),
)
const families = new Map<string, Family>(files)

const HiringRow = Type.Object(
  {
    family: Type.Enum([...families.keys()]),
    weight,
    only: Type.Optional(texts),
    except: Type.Optional(texts),
  },
  closed,
)

const IndustryRow = Type.Object(
  {
    kind: Type.String({ pattern: '^[a-z]+$' }),
    weight,
    largeFactor: amount,
    reach: Type.Enum(['city', 'region', 'country', 'both']),
    families: Type.Array(HiringRow, { minItems: 1 }),
    names: bilingualNotEmpty,
    about: bilingualNotEmpty,
  },
  closed,
)

const SystemRow = Type.Object(
  {
    source: text,
    small: amount,
    large: amount,
    ids: Type.Enum(['number', 'uuid', 'requisition']),
    url: Type.String({ pattern: '^https://[^/]+[.]example/' }),
    applySuffix: Type.Optional(text),
    fields: Type.Record(Type.String(), text),
  },
  closed,
)

test.each(files)('families/%s.json has the types that the code expects', (_, file) => {
  expect(Compile(FamilyFile).Errors(file)).toEqual([])
})

test('industries.json has the types that the code expects', () => {
  expect(Compile(Type.Array(IndustryRow)).Errors(industries)).toEqual([])
})

test('source-systems.json has the types that the code expects', () => {
  expect(Compile(Type.Array(SystemRow)).Errors(sourceSystems)).toEqual([])
})

test('source systems have the identifiers of the catalogue', () => {
  const sources = sourceSystems.map(({ source }) => source)
  expect(sources).toContain(CAREER_PAGE)
  expect(sources.map(canonicalSource)).toEqual(sources)
})

test('every family belongs to an industry', () => {
  const used = INDUSTRIES.flatMap(({ families }) => families.items.map(({ family }) => family))
  expect(new Set(used).size).toBe(families.size)
})

test('every restriction of an industry names an occupation', () => {
  const unknown = industries.flatMap(({ kind, families: hired }) =>
    hired.flatMap(({ family, only = [], except = [] }) =>
      [...only, ...except]
        .filter((part) => !families.get(family)?.occupations.some(({ en }) => en.includes(part)))
        .map((part) => `${kind} ${part}`),
    ),
  )
  expect(unknown).toEqual([])
})
