import { expect, test } from 'vitest';
import { delaysOf } from './delaysOf.ts';
import { startClients } from './startClients.ts';

test('requires exactly one event per person', () => {
  const sent = new Map([
    ['ada', 10],
    ['bob', 20],
  ]);
  const [ada, bob] = [
    ['ada', 14],
    ['bob', 21],
  ] as const;
  expect(delaysOf(sent, [bob, ada])).toEqual([1, 4]);
  expect(() => delaysOf(sent, [ada])).toThrow('1 people got no event');
  expect(() => delaysOf(sent, [ada, ada])).toThrow('twice');
  expect(() => delaysOf(sent, [ada, bob, ['eve', 30]])).toThrow('not sent');
});

test('rejects at once when the client processes have been killed', async () => {
  const clients = startClients();
  const collected = clients.collect('nobody');
  for (const pid of clients.pids) process.kill(pid, 'SIGKILL');
  await expect(collected).rejects.toThrow('ended');
  await expect(clients.collect('nobody')).rejects.toThrow(/ended|closed/i);
  await clients.stop();
});
