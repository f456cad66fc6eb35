import type { Response } from 'express';
import { randomBytes } from 'node:crypto';

/** An error in TikTok's format. TikTok: the HTTP status is always 200, and `code` identifies the error. */
export class TikTokError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'TikTokError';
    this.code = code;
  }
}

/** A missing, malformed, out-of-range or unknown parameter value. */
export const invalidParameter = (message: string): TikTokError => new TikTokError(40002, message);

/** An advertiser that does not exist or that the person did not share. */
export const noAdvertiserPermission = (advertiserId: string): TikTokError =>
  new TikTokError(40001, `No permission to operate advertiser ${advertiserId}.`);

export const deadToken = (): TikTokError => new TikTokError(40105, 'Access token is incorrect or has been revoked.');

const sendEnvelope = (response: Response, now: number, code: number, message: string, data: unknown): void => {
  const time = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const requestId = time + randomBytes(9).toString('hex').toUpperCase();
  response.set('X-TT-LOGID', requestId);
  response.status(200).json({ code, message, request_id: requestId, data });
};

/** Sends the envelope of a success. */
export const sendData = (response: Response, now: number, data: unknown): void => {
  sendEnvelope(response, now, 0, 'OK', data);
};

/** Sends the envelope of an error; its data is an empty object. */
export const sendTikTokError = (response: Response, now: number, error: TikTokError): void => {
  sendEnvelope(response, now, error.code, error.message, {});
};
