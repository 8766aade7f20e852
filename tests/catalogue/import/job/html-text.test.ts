import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { htmlToText } from '../../../../src/catalogue/import/job/html-text'
import { MAX_DESCRIPTION_LENGTH } from '../../../../src/catalogue/import/posting'
import { timeLimit } from '../../../support/until'

describe('blocks', () => {
  test.each([
    ['paragraphs stand apart', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['however much white space is between them', '<p> a </p>\n\n\n\t<p>b</p> ', 'a\n\nb'],
    ['an empty paragraph adds nothing', '<p>a</p><p>&nbsp;</p><p></p><p>b</p>', 'a\n\nb'],
    ['headings stand apart', '<h1>a</h1>b<h6>c</h6>d', 'a\n\nb\n\nc\n\nd'],
    ['divisions are lines', '<div>a<div>b</div>c</div>d', 'a\nb\nc\nd'],
    ['a rule stands apart', 'a<hr>b', 'a\n\nb'],
    ['definitions are lines', '<dl><dt>a</dt><dd>b</dd></dl>c', 'a\nb\n\nc'],
    ['inline elements join', 'a<b>b</b><span>c</span> <i>d</i>', 'abc d'],
    ['line breaks', 'a<br>b<br/>c<br />d', 'a\nb\nc\nd'],
    [
      'two line breaks are an empty line, and more are no more',
      'a<br><br>b<br><br><br>c',
      'a\n\nb\n\nc',
    ],
    ['names of elements ignore case', '<P>a</P><P>b<BR>c', 'a\n\nb\nc'],
    ['white space is one space', ' a \n\t b\u00a0\u00a0c ', 'a b c'],
    ['line breaks of the source are spaces', 'a\nb\r\nc', 'a b c'],
    ['nothing is nothing', '<p> <br> </p>', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('lists', () => {
  test.each([
    ['items have bullets', 'a<ul><li>b</li><li>c</li></ul>d', 'a\n\n- b\n- c\n\nd'],
    ['also numbered ones', '<ol><li>a</li><li>b</li></ol>', '- a\n- b'],
    ['items need not be closed', '<ul><li>a<li>b</ul>c', '- a\n- b\n\nc'],
    ['nor be in a list', '<li>a</li><li>b</li>c', '- a\n- b\nc'],
    [
      'lists in lists are lines',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
      '- a\n- b\n- c',
    ],
    [
      'paragraphs in items are lines',
      '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>',
      '- a\nb\n- c',
    ],
    [
      'an item that begins with a list has one bullet',
      '<ul><li><ul><li>a</li></ul></li></ul>',
      '- a',
    ],
    ['an empty item has none', '<ul><li></li><li> </li><li>a</li></ul>', '- a'],
    ['and leaves none to what follows', 'a<ul><li>&nbsp;</li></ul><p>b</p>', 'a\n\nb'],
    ['also when it is not closed', 'a<ul><li></ul><p>b</p>', 'a\n\nb'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

test('rows of a table are lines, and cells are words', () => {
  const html = '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>e'
  expect(htmlToText(html)).toBe('a b\nc d\n\ne')
})

test('lines of preformatted text stay lines', () => {
  expect(htmlToText('<pre>a\n  b\n\nc\r\nd</pre>e\nf')).toBe('a\nb\n\nc\nd\n\ne f')
})

describe('entities', () => {
  test.each([
    ['a &amp; b &lt;c&gt; &quot;d&quot;', 'a & b <c> "d"'],
    ['d&eacute;j&#224; &#x1F600;', 'déjà 😀'],
    ['AT&amp;T', 'AT&T'],
    ['a&nbsp;&nbsp;b', 'a b'],
    ['a & b &unknown; &amp', 'a & b &unknown; &'],
    ['&amp;lt;p&amp;gt;', '&lt;p&gt;'],
    ['&lt;p&gt;a&lt;/p&gt;', '<p>a</p>'],
    ['a&#0;b&#xD800;c', 'a\ufffdb\ufffdc'],
    ['a &ampb &#65<b>&lt</b>', 'a &b A<'],
    ['<pre>a&#10;b</pre>', 'a\nb'],
    ['<textarea>a &lt;b&gt;</textarea>', 'a <b>'],
    ['<xmp>a &amp; b</xmp> c &amp; d', 'a &amp; b\n\nc & d'],
    ['<plaintext>a &amp; b', 'a &amp; b'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('what is not read', () => {
  test.each([
    ['scripts', 'a<script>alert("<p>x</p>")</script>b', 'ab'],
    ['styles', '<style>p { color: red }</style>a', 'a'],
    ['comments', 'a<!-- <p>x</p> -->b', 'ab'],
    ['the head', '<!doctype html><html><head><title>x</title></head><body>a</body></html>', 'a'],
    ['a head that is not closed', '<head><title>x</title><body>a', 'a'],
    ['a title outside of it', '<title>x</title>a', 'a'],
    ['drawings', 'a<svg><g><text>x</text></g><path/></svg>b', 'ab'],
    ['a drawing that closes itself', 'a<svg/>b', 'ab'],
    ['templates', '<template><p>x</p></template>a', 'a'],
    ['objects in objects', '<object>x<object>y</object>z</object>a', 'a'],
    ['attributes', '<a href="x" title="<p>y</p>">a</a>', 'a'],
    ['what a script that is not closed holds', 'a<script>x<p>y', 'a'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('malformed HTML is read as far as it goes', () => {
  test.each([
    ['a < b > c', 'a < b > c'],
    ['</p></div></ul>a', 'a'],
    ['<p>a</div>b</p>', 'a\nb'],
    ['<b><i>a</b>b</i>', 'ab'],
    ['<p>a<p>b', 'a\n\nb'],
    ['a<', 'a<'],
    ['a<!--', 'a'],
    ['<>a</>', '<>a'],
    ['a</br>b', 'a\nb'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('the longest description costs little, however it is nested', () => {
  const fill = (...parts: string[]): string =>
    parts.map((part) => part.repeat(MAX_DESCRIPTION_LENGTH / parts.length / part.length)).join('')
  test.each([
    ['open blocks', fill('<div>')],
    ['open blocks, closed', fill('<div>', '</div>')],
    ['closing tags of nothing', fill('<div>', '</x>')],
    ['closing tags of other inline elements', fill('<b>', '</i>')],
    ['items in lists', fill('<ul><li>')],
    ['tables in tables', fill('<table><tr><td>')],
    ['drawings', fill('<svg>', '</object>')],
    ['entities', fill('&amp;')],
    ['opening brackets', fill('<')],
    ['attributes', `<a ${fill('x ')}>`],
    ['white space', fill(' ')],
  ])('%s', (_, html) => {
    const start = process.cpuUsage()
    htmlToText(html)
    expect(process.cpuUsage(start).user).toBeLessThan(timeLimit(3_000) * 1_000)
  })

  test('text inside of ten thousand elements is read', () => {
    expect(htmlToText(`${'<div>'.repeat(10_000)}a${'</div>'.repeat(10_000)}b`)).toBe('a\nb')
  })
})

describe('of any text', () => {
  const markup = fc
    .array(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<li>',
        '</ul>',
        '<ul>',
        '<br>',
        '<pre>',
        '</pre>',
        '<td>',
        '&lt;',
        '&',
        '<',
        ' ',
        '\n',
        'a',
        'b',
        '<script>',
        '</script>',
        '<svg>',
        '</svg>',
        '<!--',
        '-->',
      ),
    )
    .map((parts) => parts.join(''))

  test('it has no blank around it, no blank line twice and no space around a line', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(htmlToText(html)).not.toMatch(/^\s|\s$|\n\n\n|[ \t]\n|\n[ \t]/)
      }),
      { numRuns: 2000 },
    )
  })

  test('text without markup keeps its words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const escaped = Bun.escapeHTML(text)
        const words = (value: string): string => value.replace(/\s+/g, ' ').trim()
        expect(htmlToText(escaped)).toBe(words(text))
      }),
      { numRuns: 2000 },
    )
  })
})

/** All elements of the HTML standard, with the obsolete ones, and how a browser displays them. */
const ELEMENTS = {
  block: (
    'address article aside blockquote body caption center col colgroup datalist dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li ' +
    'listing main menu nav ol optgroup option p pre search section select summary table tbody td tfoot th ' +
    'thead tr ul'
  ).split(' '),
  /** The tags in them are text. */
  rawBlock: ['plaintext', 'xmp'],
  inline: (
    'a abbr acronym applet area audio b base basefont bdi bdo bgsound big blink button canvas cite code data del dfn ' +
    'em embed font i image img input ins isindex kbd keygen label link map mark marquee math menuitem meta meter ' +
    'multicol nextid nobr noembed noframes output param picture progress q rb rp rt rtc ruby s samp slot small ' +
    'source spacer span strike strong sub sup time track tt u var video wbr x-custom'
  ).split(' '),
  hidden: 'head iframe noscript object script style svg template title'.split(' '),
}

describe('every element of HTML', () => {
  const words = (html: string): string[] =>
    htmlToText(html)
      .split(/[\s-]+/)
      .filter(Boolean)
  const { block, rawBlock, inline, hidden } = ELEMENTS
  /** Raw text: tags inside are no tags. */
  const nestable = inline.filter((name) => !['noembed', 'noframes'].includes(name))

  test.each([...block, 'xmp', 'br'])('%s separates words', (name) => {
    expect(words(`a<${name}>b</${name}>c`)).toEqual(['a', 'b', 'c'])
    expect(words(`a<${name.toUpperCase()} class="x">b`)).toEqual(['a', 'b'])
    expect(words(`a</${name}>b`)).toEqual(['a', 'b'])
  })

  test('plaintext separates words; nothing ends it', () => {
    expect(words('a<plaintext>b c')).toEqual(['a', 'b', 'c'])
  })

  test.each(inline)('%s separates none', (name) => {
    expect(words(`a<${name}>b</${name}>c`)).toEqual(['abc'])
  })

  test.each(hidden)('%s is not read', (name) => {
    expect(words(`a<${name}>b</${name}>c`)).toEqual(['ac'])
  })

  const tree = fc.array(fc.constantFrom(...block, ...nestable), { maxLength: 8 })
  const tags = (names: readonly string[], slash = '') =>
    names.map((name) => `<${slash}${name}>`).join('')

  test('separates words when it or a neighbour is a block, whatever the nesting', () => {
    fc.assert(
      fc.property(tree, tree, fc.boolean(), (outer, inner, isClosed) => {
        const end = (names: string[]) => (isClosed ? tags(names.toReversed(), '/') : '')
        const html = `a${tags(outer)}b${tags(inner)}c${end(inner)}d${end(outer)}e`
        const isBlock = (names: string[]) => names.some((name) => block.includes(name))
        const [before, after] = [isBlock(outer) ? ' ' : '', isBlock(inner) ? ' ' : '']
        const expected = isClosed
          ? `a${before}b${after}c${after}d${before}e`
          : `a${before}b${after}cde`
        expect(words(html)).toEqual(expected.split(' '))
      }),
      { numRuns: 5_000 },
    )
  })

  test('has one way to be displayed', () => {
    const all = [...block, ...rawBlock, ...inline, ...hidden]
    expect(new Set(all).size).toBe(all.length)
  })
})
