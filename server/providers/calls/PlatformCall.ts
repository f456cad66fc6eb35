/** Input of a platform call; `signal` cancels it, e.g. when the person has left. */
export type PlatformCall = {
  accessToken: string;
  /** `interactive`: a person is waiting, so retries are few and short. `background`: a job with patient retries. */
  patience: 'interactive' | 'background';
  signal?: AbortSignal;
};
