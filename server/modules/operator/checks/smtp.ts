import SmtpConnection from 'nodemailer/lib/smtp-connection';
import { askTimeoutMs, isCertificateCode } from '#server/modules/operator/questions/ask.ts';

export type SenderOutcome =
  | { kind: 'accepted'; isEncrypted: boolean }
  | { kind: 'unreachable' | 'certificate' | 'login-refused' | 'sender-refused'; code: string };

/** A login "method" that names the sender: nodemailer has no other way to send a single command. */
const nameSender = 'MAIL FROM';

const connectionTo = (url: URL, sender: string): SmtpConnection => {
  const secure = url.protocol === 'smtps:';
  return new SmtpConnection({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    connectionTimeout: askTimeoutMs,
    greetingTimeout: askTimeoutMs,
    socketTimeout: askTimeoutMs,
    dnsTimeout: askTimeoutMs,
    customAuth: {
      [nameSender]: async (conversation) => {
        const { status, response } = await conversation.sendCommand(`MAIL FROM:<${sender}>`);
        if (status !== 250) throw new Error(response);
      },
    },
  });
};

const describeFailure = (error: SmtpConnection.SMTPError): SenderOutcome => {
  const { code = 'broken', originalCode, responseCode, command } = error;
  if (command === `AUTH ${nameSender}`) return { kind: 'sender-refused', code: String(responseCode ?? code) };
  if (code === 'EAUTH') return { kind: 'login-refused', code: String(responseCode ?? code) };
  const cause = originalCode ?? code;
  return { kind: isCertificateCode(cause) ? 'certificate' : 'unreachable', code: cause };
};

/**
 * Signs in at a mail server and names the sender. Leaves before it names a recipient, so no mail can result.
 * nodemailer's `verify()` checks a login but no sender.
 */
export const offerSender = (url: URL, sender: string): Promise<SenderOutcome> =>
  new Promise((resolve) => {
    const connection = connectionTo(url, sender);
    const end = (outcome: SenderOutcome): void => {
      resolve(outcome);
      connection.close();
    };
    const fail = (error: SmtpConnection.SMTPError): void => end(describeFailure(error));
    const offer = (): void =>
      connection.login({ type: 'CUSTOM', method: nameSender, user: '', pass: '' }, (error) =>
        error ? fail(error) : end({ kind: 'accepted', isEncrypted: connection.secure }),
      );
    connection.on('error', fail);
    connection.connect((refusal) => {
      if (refusal) return fail(refusal);
      const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
      if (user === '') return offer();
      return connection.login({ user, pass }, (error) => (error ? fail(error) : offer()));
    });
  });
