import { expect, test } from 'bun:test'
import { readXml } from '../../../../src/collect/answers/markup/xml'

const XML =
  '<job><title><![CDATA[FP&amp;A &lt;R&D&gt;]]></title><text>&lt;p&gt;A &amp;amp; B</text></job>'

test('texts are those of the XML', () => {
  expect(readXml(XML, 'job')).toEqual([{ title: 'FP&amp;A &lt;R&D&gt;', text: '<p>A &amp; B' }])
})

test('of a feed with HTML, the other texts are plain', () => {
  expect(readXml(XML, 'job', { html: ['text'] })).toEqual([
    { title: 'FP&A <R&D>', text: '<p>A &amp; B' },
  ])
})
