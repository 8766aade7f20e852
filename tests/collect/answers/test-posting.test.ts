import { expect, test } from 'bun:test'
import { isTestPosting } from '../../../src/collect/answers/test-posting'

test.each([
  'Test',
  'TEST JOB 2',
  'test - please ignore',
  'Testing',
  'z-Test & Templates Only',
  'TEST - do not apply',
  '[Test] Engineer',
])('%s is left out', (title) => {
  expect(isTestPosting(title)).toBe(true)
})

test.each([
  'Test Engineer',
  'Tester',
  'Software Developer in Test',
  'Test Position Lead',
  'Testing Manager',
  'Zoo Keeper',
  'Penetration Testing Specialist',
  'Template Designer',
])('%s is a job', (title) => {
  expect(isTestPosting(title)).toBe(false)
})
