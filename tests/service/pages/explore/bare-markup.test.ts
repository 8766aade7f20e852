import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { bareMarkup } from '../../../../src/service/pages/explore/browser/job/bare-markup'

describe('the markup of a description keeps its text and its tags, without attributes', () => {
  test.each([
    ['', ''],
    ['You care & cure.', 'You care & cure.'],
    ['<p>You <b>care</b>.</p>', '<p>You <b>care</b>.</p>'],
    ['<P CLASS="lead">You care.</P>', '<P>You care.</P>'],
    ['<h2 style="color: red" onclick="alert(1)">The role</h2>', '<h2>The role</h2>'],
    [`<a title='a > b' href="x?a=<b>">Apply</a>`, '<a>Apply</a>'],
    ['<a href=https://acme.example/>Apply</a>', '<a>Apply</a>'],
    ['<input disabled value = "a>b" checked>on', '<input>on'],
    ['<p =">a">b', '<p>a">b'],
    ['<p a=>b', '<p>b'],
    ['<p/class="a"/>b', '<p/>b'],
    ['one<br>two<br />three<br/ >four', 'one<br>two<br/>three<br>four'],
    ['<svg width=1/>a</svg><svg/>b', '<svg>a</svg><svg/>b'],
    ['<p>a</p class="b">c', '<p>a</p>c'],
    ['<o:p>a</o:p><my-card>b</my-card><b"c>d', 'abd'],
    ['5 < 6 <3 <', '5 &lt; 6 &lt;3 &lt;'],
    ['&lt;b onclick=1>', '&lt;b onclick=1>'],
    ['<<!-- -->b onclick=1>a', '&lt;b onclick=1>a'],
    ['<<p>b onclick=1>a', '&lt;<p>b onclick=1>a'],
  ])('%j', (html, bare) => {
    expect(bareMarkup(html)).toBe(bare)
  })
})

describe('comments, scripts, styles and what is never closed are dropped', () => {
  test.each([
    ['a<!-- <b> -- > -->b', 'ab'],
    ['a<!-->b<!--->c<!---->d<!-- --!>e<!--!>f-->g', 'abcdeg'],
    ['<!doctype html><?xml version="1.0"?></ p>a</>b', 'ab'],
    ['<![CDATA[a]]>b', 'b'],
    ['a<style>p { color: red } <b> </styles></STYLE >b', 'ab'],
    ['a<script>if (1 <b && c="</p>") {}</script\n>b', 'ab'],
    ['a<iframe src="x"><p>b</p></iframe>c</style>d', 'acd'],
    ['a<style>b', 'a'],
    ['a<!-- b', 'a'],
    ['a<p class="b>c', 'a'],
    ['a<p', 'a'],
    ['a</p', 'a'],
  ])('%j', (html, bare) => {
    expect(bareMarkup(html)).toBe(bare)
  })
})

test('each < of the result begins a tag that is only a name', () => {
  const pieces = ['<', '>', '/', '!', '--', '"', "'", '=', ' ', '\n', 'a', 'svg', 'style', 'script']
  const html = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 2 })), { maxLength: 40 })
    .map((texts) => texts.join(''))
  fc.assert(
    fc.property(html, (text) => {
      expect(bareMarkup(text).replaceAll(/<\/?[a-z][a-z0-9]*\/?>/gi, '')).not.toContain('<')
    }),
    { numRuns: 2_000 },
  )
})

test('a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>/!-"=ab ') }), (text) => {
      const bare = bareMarkup(text)
      expect(bareMarkup(bare)).toBe(bare)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  '<',
  '<a ',
  '</a ',
  '<a b',
  "<a b='",
  '<!--',
  '<!-- --',
  '<style>',
  '</style',
  '<svg/',
  '<a =',
])('a text of a megabyte takes linear time: %j again and again', (word) => {
  const text = word.repeat(1_000_000 / word.length)
  expect(bareMarkup(text)).not.toContain(' b')
})
