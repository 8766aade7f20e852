import { expect, test } from 'bun:test'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

test('cities that begin with a text are proposed, those with the most jobs first, at most ten', async () => {
  const places = [
    ['Toronto', 'ON', 'CA'],
    ['Toronto', 'ON', 'CA'],
    ['Torbay', 'NL', 'CA'],
    ['Torrance', 'CA', 'US'],
    ['Montréal', 'QC', 'CA'],
  ] as const
  await app.write(
    ...places.map(([city, region, country]) =>
      posting({ locations: [place(city, region, country)] }),
    ),
  )
  const cities = async (query: string) =>
    (await app.get<{ cities: object[] }>(`/explore/cities?${query}`)).cities
  expect(await cities('beginning=tor')).toEqual([])
  await app.prepare()
  const toronto = { name: 'Toronto, Ontario', jobs: 2 }
  const torbay = { name: 'Torbay, Newfoundland and Labrador', jobs: 1 }
  expect(await cities('beginning=tor&country=CA')).toEqual([toronto, torbay])
  expect(await cities('beginning=TOR&country=US')).toEqual([
    { name: 'Torrance, California', jobs: 1 },
  ])
  expect(await cities('beginning=montre')).toEqual([{ name: 'Montréal, Quebec', jobs: 1 }])
  for (const none of ['', 'beginning=t', 'beginning=xyz', 'beginning=%2C']) {
    expect(await cities(none)).toEqual([])
  }
  expect((await app.request('/explore/cities?city=tor')).status).toBe(400)
  const stranger = await app.handle(new Request('http://localhost/explore/cities?beginning=tor'))
  expect(stranger.status).toBe(401)
})
