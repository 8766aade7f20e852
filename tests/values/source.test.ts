import { expect, test } from 'bun:test'
import { canonicalSource, SOURCE_ALIASES, sourceName } from '../../src/values/source'

test.each([
  ['career_site', 'careerpage'],
  ['careersite', 'careerpage'],
  ['career_page', 'careerpage'],
  ['careers', 'careerpage'],
  ['myworkdayjobs', 'workday'],
  ['sapsf', 'successfactors'],
  ['sap', 'successfactors'],
  ['smart_recruiters', 'smartrecruiters'],
  ['bamboo', 'bamboohr'],
  ['oraclecloud', 'oracle'],
  ['oracle_cloud', 'oracle'],
  ['ukg', 'ultipro'],
  ['adp_workforce_now', 'adp'],
  ['adp_recruiting', 'adpmyjobs'],
  ['adp_myjobs', 'adpmyjobs'],
  ['adp-myjobs', 'adpmyjobs'],
  ['workforcenow', 'adp'],
  ['ukg_ready', 'ukgready'],
  ['saashr', 'ukgready'],
  ['ceridian', 'dayforce'],
  ['hrmdirect', 'clearcompany'],
  ['paycomonline', 'paycom'],
  ['paylocity.com', 'paylocity'],
  ['lever.co', 'lever'],
  ['greenhouse.io', 'greenhouse'],
  ['ashbyhq', 'ashby'],
  ['applicantpro', 'isolved'],
  ['frontline', 'applitrack'],
  ['frontlineeducation', 'applitrack'],
  ['applicantpool', 'isolved'],
  ['isolvedhire', 'isolved'],
  ['csod', 'cornerstone'],
  ['cornerstoneondemand', 'cornerstone'],
  ['pageuppeople', 'pageup'],
  ['phenompeople', 'phenom'],
  ['phenom_people', 'phenom'],
])('%s stands for %s, whatever the case', (alias, source) => {
  expect(canonicalSource(alias)).toBe(source)
  expect(canonicalSource(alias.toUpperCase())).toBe(source)
})

test.each(['greenhouse', 'workday', 'careerpage', 'jobvite', 'constructor', '__proto__'])(
  '%s stands for itself',
  (source) => {
    expect(canonicalSource(source)).toBe(source)
  },
)

test('an identifier is lower case', () => {
  expect(canonicalSource('Jobvite')).toBe('jobvite')
})

test('no alias leads to another alias', () => {
  for (const source of SOURCE_ALIASES.values()) expect(canonicalSource(source)).toBe(source)
})

test.each([
  ['icims', 'iCIMS'],
  ['careerpage', "Employer's own site"],
  ['acme-feed', 'acme-feed'],
  ['constructor', 'constructor'],
])('%s is called %s', (source, name) => {
  expect(sourceName(source)).toBe(name)
})
