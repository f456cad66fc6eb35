/** Opens an address from outside React. The signed-in frame replaces `open` with one that does not reload the page. */
export const navigation = { open: (path: string): void => window.location.assign(path) };

/** The navigation state of the way through the frame. The screen may begin with what the person chose last. */
export const entering = { isEntering: true } as const;
