import type { WebhookDelivery } from './Sandbox.ts';

/** Pauses before retries. Real platforms wait for hours. */
const retryPausesMs = [0, 1_000, 5_000, 15_000, 60_000];
const answerTimeoutMs = 10_000;

/** Whether the receiver was reachable and accepted the delivery. */
const send = async ({ url, headers, body }: WebhookDelivery): Promise<boolean> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
};

/** Sends a webhook in the background. Repeats it with growing pauses until the response is 200, as platforms do. */
export const deliverWebhook = (delivery: WebhookDelivery, delayMs = 0): void => {
  const attempt = async (tries: number): Promise<void> => {
    const wasTaken = await send(delivery);
    const pauseMs = retryPausesMs[tries];
    if (!wasTaken && pauseMs !== undefined) setTimeout(() => void attempt(tries + 1), pauseMs).unref();
  };
  setTimeout(() => void attempt(0), delayMs).unref();
};
