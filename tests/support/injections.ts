/** What would do harm if any of it were taken for SQL, HTML, a path or a format. */
export const INJECTIONS = [
  `' or '1'='1`,
  `'; drop table jobs; --`,
  // A database that took it for SQL would never answer.
  `') or pg_sleep(86400) is null --`,
  `" union select hash, name from api_keys --`,
  '$$; delete from jobs; $$',
  '$1 %s %n {0} #{7*7} {{7*7}}',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '\\\'; select 1; \\"',
  '../../../../etc/passwd',
  '__proto__',
  'a\r\nSet-Cookie: x=y',
]
