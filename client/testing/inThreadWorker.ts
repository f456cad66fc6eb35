/** One end of the line between a page and its worker. */
type WorkerPort<Request, Reply> = {
  postMessage: (reply: Reply) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<Request>) => void) => void;
};

/**
 * The browser's `Worker` for tests, whose page has none: the worker's own code runs in the page's thread, at the other
 * end of a line that delivers later, in order, and to nobody once the worker is ended. Messages are not copied, as the
 * test page's files could not be.
 *
 * @param serve what the worker's file runs for its line to the page
 */
export const inThreadWorker = <Request, Reply>(serve: (port: WorkerPort<Request, Reply>) => void) =>
  class {
    private isEnded = false;
    private readonly onPage: ((event: MessageEvent<Reply>) => void)[] = [];
    private readonly inWorker: ((event: MessageEvent<Request>) => void)[] = [];

    constructor() {
      serve({
        postMessage: (reply) => this.deliver(reply, this.onPage),
        addEventListener: (_type, listener) => void this.inWorker.push(listener),
      });
    }

    postMessage(request: Request): void {
      this.deliver(request, this.inWorker);
    }

    addEventListener(type: string, listener: (event: MessageEvent<Reply>) => void): void {
      if (type === 'message') this.onPage.push(listener);
    }

    terminate(): void {
      this.isEnded = true;
    }

    private deliver<Data>(data: Data, listeners: readonly ((event: MessageEvent<Data>) => void)[]): void {
      setTimeout(() => {
        if (!this.isEnded) for (const listener of listeners) listener(new MessageEvent('message', { data }));
      });
    }
  };
