import { expect, test } from 'bun:test'
import { ReplicationLag } from '../../../../src/catalogue/database/replicas/replication-lag'

test('a replica lags since the primary had what it lacks', () => {
  const lag = new ReplicationLag()
  lag.add(100, 1_000)
  lag.add(250, 2_000)
  lag.add(250, 3_000)
  lag.add(400, 4_000)
  expect(lag.of(400, 9_000)).toEqual({ bytes: 0, seconds: 0 })
  expect(lag.of(300, 9_000)).toEqual({ bytes: 100, seconds: 5 })
  expect(lag.of(100, 9_000)).toEqual({ bytes: 300, seconds: 7 })
  expect(lag.of(0, 9_000)).toEqual({ bytes: 400, seconds: 8 })
})

test('one that is ahead of the last sample does not lag', () => {
  const lag = new ReplicationLag()
  lag.add(100, 1_000)
  expect(lag.of(120, 2_000)).toEqual({ bytes: 0, seconds: 0 })
  expect(new ReplicationLag().of(120, 2_000)).toEqual({ bytes: 0, seconds: 0 })
})

test('an hour is remembered', () => {
  const lag = new ReplicationLag()
  for (let second = 1; second <= 5_000; second += 1) lag.add(second, second * 1_000)
  expect(lag.of(0, 5_000_000)).toEqual({ bytes: 5_000, seconds: 3_599 })
})

test('what the primary before had written beyond the new one is missed by nobody', () => {
  const lag = new ReplicationLag()
  for (const [bytes, atMs] of [
    [100, 1_000],
    [300, 2_000],
    [200, 3_000],
  ] as const)
    lag.add(bytes, atMs)
  expect(lag.of(200, 9_000)).toEqual({ bytes: 0, seconds: 0 })
  expect(lag.of(150, 9_000)).toEqual({ bytes: 50, seconds: 6 })
})
