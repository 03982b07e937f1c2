/** Getting a file from its address, told how far it is. */

export type OnProgress = (loaded: number, total: number | null) => void;

/** The content of an address; rejects with a message that says what went wrong. */
export async function fetchBytes(
  address: string,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(address, { signal });
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
  if (!response.body) return response.arrayBuffer();
  const pieces: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    loaded += value.byteLength;
    onProgress(loaded, total);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes.buffer;
}
