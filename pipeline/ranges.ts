import { open, stat } from 'node:fs/promises';
import { type ByteSource, checkRange } from '../src/formats/byte-source.ts';

/**
 * A file as bytes that are read by ranges: no more of it is in memory than was asked for. It is opened for each range, so that nothing has to
 * be closed.
 * @throws Error of the file system
 */
export async function fileRanges(path: string): Promise<ByteSource> {
	const { size } = await stat(path);
	return {
		size,
		async read(offset, length) {
			checkRange(offset, length, size);
			const bytes = new Uint8Array(length);
			const handle = await open(path);
			try {
				for (let done = 0; done < length; ) {
					const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
					if (bytesRead === 0) throw new Error(`it has become shorter than ${size} bytes`);
					done += bytesRead;
				}
			} finally {
				await handle.close();
			}
			return bytes;
		},
	};
}
