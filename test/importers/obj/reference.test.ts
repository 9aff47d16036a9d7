import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanObj } from '../../../importers/obj/chunks.ts';
import { type Elements, forEachElement, type ObjModel } from '../../../importers/obj/model.ts';
import { InputError, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { markedUtf16 } from '../../../src/text/text.ts';
import { type ReferenceElement, type ReferenceObj, readObjReference } from '../../reference/obj.ts';
import { runs } from '../../support/thorough.ts';
import { objFile } from './generated.ts';

const LARGEST = 3.4028234663852886e38;

/** The scanner's model in the terms of the reference reader. */
function asReference(model: ObjModel, report: Report): ReferenceObj {
	const { positions, nodes, materials, libraries } = model;
	const elementsOf = (elements: Elements): ReferenceElement[] => {
		const found: ReferenceElement[] = [];
		forEachElement(elements, (element, first, end) => {
			const node = nodes[elements.nodes[element]];
			found.push({
				line: elements.lines[element],
				vertices: [...elements.vertices.subarray(first, end)],
				node: node.name,
				object: nodes[node.parent]?.name,
				material: materials[elements.materials[element]],
			});
		});
		return found;
	};
	return {
		positions: Array.from({ length: positions.length / 3 }, (_, i) => [
			positions[i * 3],
			positions[i * 3 + 1],
			positions[i * 3 + 2],
		]),
		faces: elementsOf(model.faces),
		polylines: elementsOf(model.polylines),
		points: elementsOf(model.points),
		libraries: [...new Set(libraries.map(({ text }) => oneBlank(text)))],
		sound: report.total('error') === 0,
	};
}

/** Reads a text with the scanner, in pieces of a size. */
async function scan(text: string | Uint8Array, piece = 1 << 20): Promise<ReferenceObj> {
	const report = new Report();
	const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
	const pieces: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += piece) pieces.push(bytes.subarray(at, at + piece));
	return asReference(
		await scanObj(
			pieces,
			{ largest: LARGEST, maxTriangles: 1e9 },
			{ report, surfaces: K1, mappings: [], name: 'room' },
		),
		report,
	);
}

/** How many blanks a line that goes on on the next one has there, no format says. */
function oneBlank(text: string): string {
	return text.replace(/\s+/g, ' ');
}

/** The reference with libraries named once each. */
function reference(text: string): ReferenceObj {
	const read = readObjReference(text, 'room', LARGEST);
	return { ...read, libraries: [...new Set(read.libraries.map(oneBlank))] };
}

const word = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: -3, max: 9 }).map(String) },
	fc.constantFrom('1/1', '2//3', '3/4/5', '-1/-1/-1', '1/', '2//', '1/2/3/4', '+2', '1x', '/1', '-', '0'),
	fc.constantFrom(
		'1.5',
		'.5',
		'-.25e-2',
		'1E3',
		'1e',
		'e5',
		'3.1+e2',
		'-3.1-E02',
		'1,5',
		'--1',
		'0x10',
		'1e999',
		'-1e39',
	),
	fc.constantFrom('nan', '-inf', '1.#INF', '-1.#IND', '1.##', '#', '#x', '2#', '\\', 'Stone', 'Grass.001', 'ä'),
	fc.constantFrom('12345678901234567890', '0.1234567890123456789', '9007199254740993', '1e22', '1e23', '-0'),
);
const keyword = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('v', 'f') },
	fc.constantFrom(
		'l',
		'p',
		'o',
		'g',
		'usemtl',
		'mtllib',
		'V',
		'F',
		'fo',
		'G',
		'vn',
		'vt',
		's',
		'#',
		'vp',
		'call',
		'wall',
		'',
	),
);
const blank = fc.constantFrom(' ', ' ', ' ', '\t', '  ', ' \\\n', '\\\n ', ' \v');
/** Lines of whatever words, in whatever order. */
const messyText = fc
	.array(
		fc
			.tuple(fc.constantFrom('', '', ' ', '\t'), keyword, fc.array(fc.tuple(blank, word), { maxLength: 7 }))
			.map(([indent, first, words]) => `${indent}${first}${words.flat().join('')}`),
		{ minLength: 1, maxLength: 25 },
	)
	.chain((lines) =>
		fc.constantFrom('\n', '\r\n', '\r').map((end) => `# x\n${lines.join('\n')}\n`.replaceAll('\n', end)),
	);

describe('the scanner and the obvious reader', () => {
	it('understand the same of well-formed files, however they are cut into pieces', async () => {
		await fc.assert(
			fc.asyncProperty(objFile, fc.integer({ min: 1, max: 64 }), async ({ text }, piece) => {
				const expected = reference(text);
				expect(expected.sound).toBe(true);
				expect(await scan(text, piece)).toEqual(expected);
			}),
			{ numRuns: runs(60, 3000) },
		);
	});

	it('understand the same of lines of any words', async () => {
		await fc.assert(
			fc.asyncProperty(messyText, async (text) => {
				expect(await scan(text)).toEqual(reference(text));
			}),
			{ numRuns: runs(150, 15_000) },
		);
	});

	const folder = join(import.meta.dirname, 'fixtures');
	it.each(readdirSync(folder).filter((name) => name.endsWith('.obj')))('understand the same of %s', async (name) => {
		const bytes = readFileSync(join(folder, name));
		try {
			expect(await scan(bytes)).toEqual(reference(new TextDecoder(markedUtf16(bytes)).decode(bytes)));
		} catch (error) {
			// What is no OBJ text at all is not read.
			expect(error).toBeInstanceOf(InputError);
		}
	});
});
