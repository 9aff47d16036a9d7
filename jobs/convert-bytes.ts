import type { ConvertBytesOptions, ConvertedBytes } from './convert-in-memory.ts';

/**
 * Converts a file to another format, in memory: scenes to walkmeshes, walkmeshes to scenes, pictures and other walkmeshes.
 *
 * @param input name of the input; its extension selects the format where the bytes do not show it
 * @param output name of the file to make; its extension selects the format and, for walkmeshes, the kind
 * @throws InputError when the input cannot be read; UsageError for an unknown format, stage or option, and for a value that an
 *   option cannot have
 *
 * @example
 * const { files, report } = await convertBytes(glb, 'room.glb', 'room.wok', { surface: { Floor: 'Stone' } });
 * if (report.failed) console.log(report.findings);
 */
export async function convertBytes(
	bytes: Uint8Array,
	input: string,
	output: string,
	options: ConvertBytesOptions = {},
): Promise<ConvertedBytes> {
	// Whoever only reads walkmeshes loads no conversion.
	const { convertInMemory } = await import('./convert-in-memory.ts');
	return convertInMemory(bytes, input, output, options);
}
