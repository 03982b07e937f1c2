/** Getting a file from its address, told how far it is. */

/** As much of `fetch` as is needed here. */
export type Fetch = (address: string, options: { signal: AbortSignal }) => Promise<Response>;
export type OnProgress = (loaded: number, total: number | null) => void;

/** From this size on it is told how much of a file is there [bytes]. */
const noteworthy = 2 ** 20;

/** The content of an address; rejects with a message that says what went wrong. */
export async function fetchBytes(
  address: string,
  signal: AbortSignal,
  onProgress: OnProgress,
  get: Fetch = (...request) => fetch(...request),
): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await get(address, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error("The robot could not be fetched: the server does not respond.");
  }
  if (!response.ok) {
    throw new Error(
      `The robot could not be fetched: the server responded with status ${response.status}.`,
    );
  }
  const header = Number(response.headers.get("content-length"));
  const total = header > 0 ? header : null;
  // Small ones are there before anybody could read how far they are.
  if (!response.body || (total !== null && total < noteworthy)) return response.arrayBuffer();
  // In one place from the start: large files would be in memory twice otherwise.
  let bytes = new Uint8Array(total ?? 0);
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (loaded + value.byteLength > bytes.byteLength) {
      // The length is unknown, or that of a packed response.
      const larger = new Uint8Array(Math.max(2 * bytes.byteLength, loaded + value.byteLength));
      larger.set(bytes.subarray(0, loaded));
      bytes = larger;
    }
    bytes.set(value, loaded);
    loaded += value.byteLength;
    onProgress(loaded, total);
  }
  return loaded === bytes.byteLength ? bytes.buffer : bytes.buffer.slice(0, loaded);
}
