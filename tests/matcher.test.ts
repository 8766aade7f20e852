import { describe, expect, test } from 'bun:test'
import { analyze } from '../src/text/search/index/analyzer'
import { parseAdvanced } from '../src/text/search/reading/parse-advanced'
import { matches } from './support/matcher'
import { plain as parsePlain } from './support/plain'

describe('plain filters on one text', () => {
  test.each([
    ['MONTREAL', 'Préposée, Montréal', true],
    ['Montréal', 'montreal', true],
    ['montre\u0301al', 'Montréal', true],
    ['montrea', 'Montréal', false],
    ['C', 'C++ and C#', false],
    ['C++', 'C and C#', false],
    ['C#', 'C++, F#, .NET', false],
    ['F#', 'Functional (F#)', true],
    ['.NET', 'ASP.NET', true],
    ['net', 'ASP.NET', false],
    ['Node.js', 'Developer, Node.js', true],
    ['"Node JS"', 'Node.js', true],
    ['R&D', 'Manager R&D', true],
    ['R&D', 'D and R', false],
    ['AT&T', 'AT & T Installer', true],
    ['full time', 'Full-time', true],
    ['full-time', 'time full', false],
    ['lead', 'Senior/Lead', true],
    ['TCP/IP', 'IP over TCP', false],
    ['24/7', 'Support 24/7', true],
    ["l'ingénieur", 'Assistant de l’ingénieur', true],
    ['infirmier', 'Infirmier(ère)', true],
    ['technicien', 'Technicien·ne', true],
    ['infirmière', 'Infirmier(ère)', false],
    ['McDonald’s', "McDonald's crew", true],
    ["mcdonald's", 'McDonalds', false],
    ['IT manager', 'Manager of IT', true],
    ['"IT manager"', 'Manager IT', false],
    ['"head of sales"', 'Head of Sales', true],
    ['"head of sales"', 'Head, Sales', false],
    ['tier-2', 'Tier 2 Support', true],
    ['tier-2', 'Tier 1-2', false],
    ['$120k', '120K', true],
    ['enginee*', 'Engineering', true],
    ['"data engin*"', 'Data Engineering', true],
    ['"data engin*"', 'Engineering Data', false],
    ['nurse -night', 'Night Nurse', false],
    ['nurse -night', 'Day Nurse', true],
    ['-night', '', true],
    ['-night', 'Night', false],
  ])('%s in %s: %p', (query, text, isFound) => {
    expect(matches(parsePlain(query), [analyze(text)])).toBe(isFound)
  })
})

describe('distances', () => {
  test.each([
    ['a <-> b', 'a b', true],
    ['a <-> b', 'a x b', false],
    ['a <-> b', 'b a', false],
    ['a <3> b', 'a b', true],
    ['a <3> b', 'a x x b', true],
    ['a <3> b', 'a x x x b', false],
    ['a <3> b', 'b x a', false],
    ['a <3> b', 'b a x a b', true],
    ['a <3> a', 'a', false],
    ['a <3> a', 'a x a', true],
    ["'a b' <2> c", 'a b x c', true],
    ["'a b' <2> c", 'a b x x c', false],
    ["a <2> 'b c'", 'a x b c', true],
    ["a <2> 'b c'", 'a x x b c', false],
    ["'a b' <2> 'b c'", 'a b c', false],
    ["(a | 'b c') <-> d", 'b c d', true],
    ["(a | 'b c') <-> d", 'a d b c', true],
    ["(a | 'b c') <-> d", 'a x d b x d', false],
    ["a <2> (b | 'c d') <-> e", 'a x c d e', true],
    ["a <2> (b | 'c d') <-> e", 'a b x e c d', false],
    ['a <2> b <2> c', 'a x b x c', true],
    ['a <2> b <2> c', 'a b x x c', false],
    ['a <2> b <2> c', 'a x b a b c', true],
    ['a <2> (b <2> c)', 'a x b x c', true],
    ['ab:* <2> cd:*', 'abc x cde', true],
    ['!(a <2> b)', 'a x x b', true],
    ['!(a <2> b)', 'a b', false],
  ])('%s in %s: %p', (query, text, isFound) => {
    expect(matches(parseAdvanced(query), [analyze(text)])).toBe(isFound)
  })
})

describe('fields', () => {
  const fields = ['Sales Manager', 'Acme', 'We sell things'].map(analyze)
  test.each([
    ['manager & acme & sell', true],
    ["'sales manager'", true],
    ["'manager acme'", false],
    ['manager <50> acme', false],
    ['acme <50> sell', false],
    ['!things', false],
    ['!acmes', true],
  ])('%s: %p', (query, isFound) => {
    expect(matches(parseAdvanced(query), fields)).toBe(isFound)
  })
})
