import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { askTimeoutMs } from '#server/modules/diagnostics/questions/ask.ts';

export type SenderOutcome =
  | { kind: 'taken'; isEncrypted: boolean }
  | { kind: 'away'; code: string }
  | { kind: 'certificate'; code: string }
  | { kind: 'login-refused'; code: string }
  /** The server wants a way of signing in that is not tried here. */
  | { kind: 'login-unknown' }
  | { kind: 'sender-refused'; code: string };

type Reply = { code: number; lines: string[] };

/** A conversation line by line. */
type Talk = { say(line: string): Promise<Reply>; greeting(): Promise<Reply>; socket: Socket };

const talkOn = (socket: Socket): Talk => {
  let text = '';
  let lines: string[] = [];
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;
  const replies: Reply[] = [];
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    waiting?.reject(failure);
    waiting = null;
  };
  const onData = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end).trimEnd();
      text = text.slice(end + 1);
      lines.push(line.slice(4));
      // `250-` goes on, `250 ` ends.
      if (line[3] === '-') continue;
      replies.push({ code: Number(line.slice(0, 3)), lines });
      lines = [];
    }
    const reply = waiting ? replies.shift() : undefined;
    if (!reply) return;
    waiting?.resolve(reply);
    waiting = null;
  };
  socket.on('data', onData);
  socket.on('error', fail);
  socket.on('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  const next = (): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const ready = replies.shift();
      if (ready) resolve(ready);
      else if (failure) reject(failure);
      else waiting = { resolve, reject };
    });
  return {
    socket,
    greeting: next,
    say: (line) => {
      socket.write(`${line}\r\n`);
      return next();
    },
  };
};

const open = (url: URL): Socket => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'smtps:';
  const port = url.port === '' ? (isTls ? 465 : 587) : Number(url.port);
  return isTls ? connectTls({ host, port, ...nameOf(host) }) : connectPlain({ host, port });
};

const nameOf = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {});

/** The same connection, from now on encrypted. */
const encrypt = async (talk: Talk, url: URL): Promise<Talk> => {
  talk.socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close');
  const socket = connectTls({ socket: talk.socket, ...nameOf(url.hostname) });
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve).once('error', reject);
  });
  return talkOn(socket);
};

const inBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const signIn = async (talk: Talk, url: URL, offers: readonly string[]): Promise<SenderOutcome | null> => {
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const ways = offers.find((offer) => /^AUTH[ =]/i.test(offer))?.toUpperCase() ?? '';
  let reply: Reply;
  if (ways.includes('PLAIN')) reply = await talk.say(`AUTH PLAIN ${inBase64(`\0${user}\0${password}`)}`);
  else if (ways.includes('LOGIN')) {
    await talk.say('AUTH LOGIN');
    await talk.say(inBase64(user));
    reply = await talk.say(inBase64(password));
  } else return { kind: 'login-unknown' };
  return reply.code === 235 ? null : { kind: 'login-refused', code: String(reply.code) };
};

const hello = `EHLO ${hostname().replace(/[^\w.-]/g, '') || 'localhost'}`;

const converse = async (url: URL, sender: string, keep: (socket: Socket) => void): Promise<SenderOutcome> => {
  const socket = open(url);
  keep(socket);
  let talk = talkOn(socket);
  let isEncrypted = url.protocol === 'smtps:';
  const greeting = await talk.greeting();
  if (greeting.code !== 220) return { kind: 'away', code: String(greeting.code) };
  let offers = (await talk.say(hello)).lines;
  if (!isEncrypted && offers.some((offer) => /^STARTTLS\b/i.test(offer)) && (await talk.say('STARTTLS')).code === 220) {
    talk = await encrypt(talk, url);
    keep(talk.socket);
    isEncrypted = true;
    offers = (await talk.say(hello)).lines;
  }
  const refusal = url.username === '' ? null : await signIn(talk, url, offers);
  if (refusal) return refusal;
  const reply = await talk.say(`MAIL FROM:<${sender}>`);
  if (reply.code !== 250) return { kind: 'sender-refused', code: String(reply.code) };
  talk.socket.end('QUIT\r\n');
  return { kind: 'taken', isEncrypted };
};

/**
 * Speaks SMTP up to the sender's name and leaves before a recipient is named, so that no mail can come of it. nodemailer
 * checks a login, and never a sender without sending.
 */
export const offerSender = async (url: URL, sender: string): Promise<SenderOutcome> => {
  const sockets: Socket[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<SenderOutcome>((resolve) => {
    timer = setTimeout(resolve, askTimeoutMs, { kind: 'away', code: 'no answer' } satisfies SenderOutcome);
  });
  try {
    return await Promise.race([converse(url, sender, (socket) => sockets.push(socket)), silence]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'broken';
    return { kind: /CERT|SELF_SIGNED|LEAF_SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'away', code };
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.destroy();
    }
  }
};
