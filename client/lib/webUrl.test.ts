import { expect, it } from 'vitest';
import { webUrl } from './webUrl.ts';

it('returns a web address unchanged', () => {
  for (const url of [
    'https://docs.google.com/spreadsheets/d/1/edit#gid=0',
    'http://localhost:4100/x',
    'HTTPS://a.test',
  ])
    expect(webUrl(url)).toBe(url);
});

it('rejects addresses that run code, open a program or a file, or are invalid', () => {
  const others = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a.test/1',
    'file:///etc/passwd',
    'mailto:a@b.test',
    '//a.test/x',
    '/settings',
    '',
    null,
    undefined,
    { toString: () => 'https://a.test' },
  ];
  for (const value of others) expect([value, webUrl(value)]).toEqual([value, null]);
});
