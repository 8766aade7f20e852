import type { Feed } from './feed'

/** A feed in JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeed({ title, address, home, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: address,
    items: entries.map(({ id, url, title, facts, description, published, updated, author }) => ({
      id,
      url,
      title,
      ...(description !== undefined && 'html' in description
        ? { content_html: description.html }
        : { content_text: [facts, description?.text].filter(Boolean).join('\n\n') }),
      summary: facts,
      date_published: published,
      date_modified: updated,
      ...(author !== null && { authors: [{ name: author }] }),
    })),
  })
}
