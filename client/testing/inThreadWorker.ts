/** One end of the message channel between a page and its worker. */
type WorkerPort<Request, Reply> = {
  postMessage: (reply: Reply) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<Request>) => void) => void;
};

/**
 * A fake `Worker` for tests. Runs the worker's code in the page's thread and delivers messages later and in order, but
 * not after `terminate`. Does not copy messages, because the test browser cannot copy files.
 *
 * @param serve the worker's main function, given its end of the channel
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
