import type { Exporter } from '../exporter.ts';
import type { Importer } from '../importer.ts';

export const asciiImporter: Importer = {
	name: 'ascii',
	summary: 'ASCII walkmesh of any tool of the field',
	extensions: ['.ascii', '.txt'],
	sniff: (head) =>
		looksLikeText(head) && /^[ \t]*(?:node[ \t]+(?:aabb|trimesh)|beginwalkmeshgeom)/im.test(latin1(head)),
	async read(source, options, context) {
		const { readAscii } = await import('../../importers/ascii/index.ts');
		const { space, keepTree } = options;
		const walkmeshes = readAscii(
			await source.bytes(),
			{ ...(space === undefined ? {} : { space }), ...(keepTree === undefined ? {} : { keepTree }) },
			{ ...context, name: source.name },
		);
		return { kind: 'walkmeshes', walkmeshes };
	},
};

export const asciiExporter: Exporter = {
	name: 'ascii',
	summary: 'ASCII walkmesh that the engine and MDLOps read',
	extensions: ['.ascii', '.txt'],
	holds: 'model',
	async write(walkmeshes, options, context) {
		const { writeAscii } = await import('../../exporters/ascii/index.ts');
		const { dialect } = options;
		return writeAscii(walkmeshes, dialect === undefined ? {} : { dialect }, context);
	},
};

function looksLikeText(head: Uint8Array): boolean {
	return !head.includes(0);
}

function latin1(bytes: Uint8Array): string {
	return new TextDecoder('latin1').decode(bytes);
}
