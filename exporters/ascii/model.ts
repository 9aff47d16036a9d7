import { type AabbTree, NODE_WORDS } from '../../src/aabb/tree.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { WriteContext } from '../../src/formats/contracts.ts';
import { plus, type Vec3, ZERO } from '../../src/mesh/vec3.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { faceCount, locationOf, type Walkmesh, withFiniteHeader } from '../../src/walkmesh/walkmesh.ts';
import { treeToWrite, type WritableWalkmesh, writeTree } from './tree.ts';
import { nodeNames, writeFaces, writeRoomLinks } from './write.ts';

/** Fewest decimals tried: 6, a thousandth of a millimetre. */
const LEAST_DECIMALS = 6;
const MOST_DECIMALS = 15;

/**
 * Writes rooms as text models with only the walkmesh, to be compiled into room models or merged with visual models: the node `aabb` in the space of
 * the room, and its position in the layout (`layoutposition`). Numbers have enough decimals to read back as the same float32 in area space, and
 * no exponents.
 */
export function writeModels(
	walkmeshes: readonly WritableWalkmesh[],
	aabbOnOwnLine: boolean,
	context: Pick<WriteContext, 'report' | 'roomNames' | 'roomPositions'>,
): Uint8Array {
	const text = new ByteText();
	for (const loaded of walkmeshes) {
		const walkmesh = withFiniteHeader(loaded.walkmesh);
		const report = context.report.within(locationOf(walkmesh));
		if (walkmesh.kind !== 'area') {
			report.add(ASCII_FINDINGS.ASCII_MODEL_OF_OBJECT, {}, { kind: walkmesh.kind });
			continue;
		}
		const at = positionOf(walkmesh, context);
		if (at === undefined) report.add(ASCII_FINDINGS.ASCII_MODEL_WITHOUT_LAYOUT, {}, {});
		const { model } = nodeNames(walkmesh, 'nwmax', report);
		const name = model === '' ? 'room' : model;
		writeModel(text, walkmesh, name, at ?? ZERO);
		if (faceCount(walkmesh) > 0) {
			const offset = offsetOf(walkmesh, at ?? ZERO);
			writeTree(
				text,
				movedTree(treeToWrite(loaded, walkmesh, report), offset),
				faceCount(walkmesh),
				aabbOnOwnLine,
				report,
			);
		}
		writeRoomLinks(text, walkmesh, 'nwmax');
		text.text(`endnode\nendmodelgeom ${name}\ndonemodel ${name}\n`);
	}
	return text.finish();
}

function positionOf(
	{ name }: Walkmesh,
	{ roomNames = [], roomPositions = [] }: Partial<WriteContext>,
): Vec3 | undefined {
	const index = roomNames.findIndex((room) => room.toLowerCase() === name.toLowerCase());
	return index < 0 ? undefined : roomPositions[index];
}

/** The offset from the space of the node to area space, in float64 as readers add it. */
function offsetOf({ position }: Walkmesh, at: Vec3): Vec3 {
	return plus(position, at);
}

function writeModel(text: ByteText, walkmesh: Walkmesh, name: string, at: Vec3): void {
	const vector = (v: Vec3): string => v.map((value) => decimals(value, 0)).join(' ');
	text.text('# Made by wokflow from a walkmesh: vertices are in the space of the room.\n');
	text.text(`newmodel ${name}\nsetsupermodel ${name} NULL\nclassification Other\nsetanimationscale 1\n`);
	text.text(`layoutposition ${vector(at)}\nbeginmodelgeom ${name}\n`);
	text.text(`node dummy ${name}\n  parent NULL\nendnode\n`);
	text.text(`node aabb ${name}_wg\n  parent ${name}\n  position ${vector(walkmesh.position)}\n`);
	text.text('  orientation 0 0 0 0\n  bitmap NULL\n  render 0\n  shadow 0\n');
	const { positions } = walkmesh;
	const offset = offsetOf(walkmesh, at);
	text.text(`  verts ${positions.length / 3}\n`);
	for (let i = 0; i < positions.length; i += 3) {
		const row = [0, 1, 2].map((axis) => decimals(positions[i + axis], offset[axis]));
		text.text(`    ${row.join(' ')}\n`);
	}
	writeFaces(text, walkmesh, 'nwmax');
}

/** `value - offset` with the fewest decimals, at least 6, that give the float32 of `value` again when a reader adds the offset. */
function decimals(value: number, offset: number): string {
	const single = Math.fround(value);
	for (let places = LEAST_DECIMALS; places < MOST_DECIMALS; places++) {
		const text = (single - offset).toFixed(places);
		if (Object.is(Math.fround(Number(text) + offset) + 0, single + 0)) return shortened(text);
	}
	return shortened((single - offset).toFixed(MOST_DECIMALS));
}

function shortened(text: string): string {
	const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
	return short === '-0' ? '0' : short;
}

function movedTree({ i32, nodeCount }: AabbTree, [x, y, z]: Vec3): AabbTree {
	const words = i32.slice();
	const f32 = new Float32Array(words.buffer);
	for (let node = 0; node < nodeCount; node++) {
		for (let i = 0; i < 6; i++) f32[node * NODE_WORDS + i] -= [x, y, z][i % 3];
	}
	return { f32, i32: words, nodeCount };
}
