import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createInstallationProof } from './installationProof.ts';

const newKey = (): string => randomBytes(32).toString('base64');

test('processes with a common key recognize each other, even during a key change', () => {
  const [old, next] = [newKey(), newKey()];
  const doctor = createInstallationProof([next, old]);
  const product = createInstallationProof([old]);
  const question = doctor.ask('/operator/probe');
  const sign = product.readQuestion('/operator/probe', question.header);
  expect(sign).not.toBeNull();
  const signature = sign?.('{"a":1}') ?? null;
  expect(doctor.isAnswer(question, '{"a":1}', signature)).toBe(true);
  expect(doctor.isAnswer(question, '{"a":2}', signature)).toBe(false);
  expect(doctor.isAnswer(doctor.ask('/operator/probe'), '{"a":1}', signature)).toBe(false);
  expect(doctor.isAnswer(question, '{"a":1}', null)).toBe(false);
});

test('refuses a stranger, another path and malformed input', () => {
  const proof = createInstallationProof([newKey()]);
  const stranger = createInstallationProof([newKey()]);
  expect(proof.readQuestion('/operator/probe', stranger.ask('/operator/probe').header)).toBeNull();
  expect(proof.readQuestion('/operator/other', proof.ask('/operator/probe').header)).toBeNull();
  for (const header of ['', 'x', `${'a'.repeat(32)}.`, `${'a'.repeat(32)}.${'b'.repeat(64)}`])
    expect(proof.readQuestion('/operator/probe', header)).toBeNull();
});
