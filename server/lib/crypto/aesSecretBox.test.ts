import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretBoxError, createSecretBox } from './aesSecretBox.ts';

const newKey = () => randomBytes(32).toString('base64');
const place = 'connections.access_token:u1:google';

describe('createSecretBox', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const box = createSecretBox([newKey()]);
    const text = 'ya29.token with ümlauts, 漢字 and "quotes"';
    const sealed = box.seal(text, place);
    expect(box.open(sealed, place)).toBe(text);
    expect(box.open(box.seal('', place), place)).toBe('');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(box.seal(text, place)).not.toBe(sealed);
  });

  it('refuses a text that was copied to another place', () => {
    const box = createSecretBox([newKey()]);
    const sealed = box.seal('secret', place);
    expect(() => box.open(sealed, 'connections.access_token:u2:google')).toThrow(SecretBoxError);
  });

  it('detects a change in every part', () => {
    const box = createSecretBox([newKey()]);
    const parts = box.seal('secret', place).split('.');
    const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    for (const index of parts.keys()) {
      const changed = parts.map((part, at) => (at === index ? flip(part) : part)).join('.');
      expect(() => box.open(changed, place)).toThrow(SecretBoxError);
    }
    for (const junk of ['', 'secret', 'v1.0', 'v1...', `${parts.join('.')}.x`, parts.slice(0, 3).join('.') + '.AAAA']) {
      expect(() => box.open(junk, place)).toThrow(SecretBoxError);
    }
  });

  it('signs a text the same way with the same key, and differently with another key or text', () => {
    const [key, other] = [newKey(), newKey()];
    const signature = createSecretBox([key]).sign('text');
    expect(createSecretBox([key, other]).sign('text')).toEqual(signature);
    expect(createSecretBox([other, key]).sign('text')).not.toEqual(signature);
    expect(createSecretBox([key]).sign('texts')).not.toEqual(signature);
  });

  it('rotates keys: the first key seals, the others still open, and a removed key does not', () => {
    const [before, after] = [newKey(), newKey()];
    const sealed = createSecretBox([before]).seal('secret', place);
    const rotated = createSecretBox([after, before]);
    expect(rotated.open(sealed, place)).toBe('secret');
    const resealed = rotated.seal('secret', place);
    expect(createSecretBox([after]).open(resealed, place)).toBe('secret');
    expect(() => createSecretBox([after]).open(sealed, place)).toThrow(/ENCRYPTION_KEY/);
  });

  it('refuses keys that are not 32 bytes, and an empty list', () => {
    expect(() => createSecretBox(['c2hvcnQ='])).toThrow('32 bytes');
    expect(() => createSecretBox([])).toThrow('at least one key');
  });

  it('reveals neither key nor text in its errors', () => {
    const key = newKey();
    const box = createSecretBox([key]);
    const open = () => box.open(box.seal('very secret', place), 'elsewhere');
    expect(open).toThrow(/./);
    expect(open).not.toThrow('very secret');
    expect(open).not.toThrow(key);
  });
});
