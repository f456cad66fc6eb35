import { expect, it } from 'vitest';
import { toScriptJson } from './toScriptJson.ts';

it('cannot end the script element it stands in', () => {
  const value = { text: '</script><!--<script>' };
  expect(toScriptJson(value)).not.toContain('<');
  expect(JSON.parse(toScriptJson(value))).toEqual(value);
});
