import { expect, it } from 'vitest';
import { toScriptJson } from './toScriptJson.ts';

it('cannot close its script element', () => {
  const value = { text: '</script><!--<script>' };
  expect(toScriptJson(value)).not.toContain('<');
  expect(JSON.parse(toScriptJson(value))).toEqual(value);
});
