import express from 'express';
import type { Request, Response, Router } from 'express';
import type { AppContext } from '#server/AppContext.ts';
import { isId } from '#server/lib/ids.ts';
import { readStyles } from '#server/lib/http/pages/readStyles.ts';
import { sendDocument } from '#server/lib/http/pages/sendDocument.ts';
import { noReceiptPage, receiptPage } from './receiptPage.ts';
import { findReceipt } from '#server/modules/privacy/receipts.store.ts';

const base = '/deletion';

/** The address of the receipt page. */
export const receiptPath = (code: string): string => `${base}/${code}`;

/** Receipts of deletions, also for people without an account. */
export const deletionPage = ({ db }: Pick<AppContext, 'db'>): Router => {
  const router = express.Router();
  const styles = readStyles(new URL('receipt.css', import.meta.url));

  router.get(`${base}/receipt.css`, (_request, response) => {
    response.type('text/css').send(styles);
  });

  router.get(`${base}/:code`, async (request: Request, response: Response) => {
    const { code } = request.params;
    const receipt = typeof code === 'string' && isId(code) ? await findReceipt(db, code) : null;
    if (receipt) sendDocument(response, receiptPage(receipt));
    else sendDocument(response, noReceiptPage(), { status: 404 });
  });
  return router;
};
