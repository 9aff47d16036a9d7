import { type AabbTree, buildAabbTree } from '../../src/aabb/index.ts';
import { type AsciiDialect, formatMark, type Mark } from '../../src/ascii/index.ts';
import type { Report } from '../../src/findings/index.ts';
import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { faceCount, type Walkmesh } from '../../src/walkmesh/index.ts';
import { writeFaces, writeRoomLinks, writeVertices } from './blocks.ts';
import { same, type WrittenHooks, writtenHooks } from './hooks.ts';
import { type NodeNames, nodeNames } from './names.ts';
import { ASCII_WRITE_DEFAULTS, type AsciiWriteOptions } from './options.ts';
import { writeTree } from './tree.ts';

/** A walkmesh to write. */
export interface WritableWalkmesh {
	readonly walkmesh: Walkmesh;
	/** Written for rooms, in dialects that carry one; built where it is absent. Leaves number the faces of `walkmesh`. */
	readonly tree?: AabbTree;
}

export interface AsciiWriteContext {
	readonly report: Report;
}

/**
 * Writes walkmeshes as one text: lines under 256 bytes, floats as the shortest decimals that read back as the same float32.
 * The engine puts walkable faces first and numbers edges after the faces of the text, so the faces should be in that order.
 *
 * Vertices of rooms are written as they are. Only MDLOps takes them so below a position; the other dialects would add it,
 * so there the position is 0 and the real one stands in a `# wokflow` comment, as does all else that a dialect cannot say.
 *
 * @throws RangeError for coordinates that are not finite
 */
export function writeAscii(
	walkmeshes: readonly WritableWalkmesh[],
	options: AsciiWriteOptions,
	context: AsciiWriteContext,
): Uint8Array {
	const { dialect, aabbOnOwnLine } = { ...ASCII_WRITE_DEFAULTS, ...options };
	const text = new ByteText();
	const taken = new Set<string>();
	for (const { walkmesh, tree } of walkmeshes) {
		const report = context.report.within({ room: walkmesh.name });
		const names = nodeNames(walkmesh, dialect, report);
		const owner = `${walkmesh.kind} ${walkmesh.doorState ?? 'closed'} ${names.hookModel}`;
		const hooks = writtenHooks(walkmesh, !taken.has(owner), names.hookModel === names.model.toLowerCase());
		taken.add(owner);
		beginWhole(text, walkmesh, names, dialect);
		for (const mark of marksOf(walkmesh, names, hooks, dialect)) text.text(formatMark(mark)).text('\n');
		beginGeometry(text, walkmesh, names, dialect);
		writeVertices(text, walkmesh, dialect);
		writeFaces(text, walkmesh, dialect);
		if (walkmesh.kind === 'area' && dialect !== 'mdlops' && faceCount(walkmesh) > 0) {
			const { positions, faces } = walkmesh;
			writeTree(text, tree ?? buildAabbTree(positions, faces), faceCount(walkmesh), aabbOnOwnLine, report);
		}
		writeRoomLinks(text, walkmesh, dialect);
		text.text('endnode\n');
		writeDummies(text, names, hooks);
		if (hasWhole(walkmesh, dialect)) text.text(`endwalkmeshgeom ${names.parent}\n`);
	}
	return text.finish();
}

/** What stands before the node: the banner always, so that the text says what it is whatever names say. */
function marksOf(walkmesh: Walkmesh, names: NodeNames, hooks: WrittenHooks, dialect: AsciiDialect): Mark[] {
	const { kind, doorState, position } = walkmesh;
	const state = kind === 'door' ? { doorState: doorState ?? 'closed' } : {};
	const marks: Mark[] = [{ mark: 'banner', kind, name: names.model, ...state }];
	const written = positionWritten(walkmesh, dialect);
	if (!same(position, written)) marks.push({ mark: 'offset', value: position });
	return [...marks, ...hooks.marks];
}

/** The position that a node is given: none where readers would add it to vertices that have it already. */
function positionWritten({ kind, position }: Walkmesh, dialect: AsciiDialect): Vec3 {
	return kind === 'area' && dialect !== 'mdlops' ? ZERO : position;
}

function hasWhole({ kind }: Walkmesh, dialect: AsciiDialect): boolean {
	return dialect === 'nwmax' && kind === 'area';
}

function beginWhole(text: ByteText, walkmesh: Walkmesh, names: NodeNames, dialect: AsciiDialect): void {
	if (dialect !== 'nwmax') return;
	if (hasWhole(walkmesh, dialect)) text.text(`#MAXWALKMESH  ASCII\nbeginwalkmeshgeom ${names.parent}\n`);
	else text.text(walkmesh.kind === 'door' ? '#NWmax DWKMESH  ASCII\n' : '#NWmax PWKMESH  ASCII\n');
}

function beginGeometry(text: ByteText, walkmesh: Walkmesh, names: NodeNames, dialect: AsciiDialect): void {
	const type = walkmesh.kind === 'area' && dialect !== 'mdlops' ? 'aabb' : 'trimesh';
	text.text(`node ${type} ${names.geometry}\n`);
	// The plain form of a room has no parent, and a room's node has the name that its parent would have.
	if (names.parent !== names.geometry) text.text(`  parent ${names.parent}\n`);
	writePosition(text, positionWritten(walkmesh, dialect));
	text.text(dialect === 'mdlops' ? '  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n' : '  orientation 0 0 0 0\n');
	if (dialect === 'nwmax') text.text('  wirecolor 1 1 1\n');
}

function writeDummies(text: ByteText, names: NodeNames, { dummies }: WrittenHooks): void {
	for (const [slot, at] of dummies.entries()) {
		if (at === undefined) continue;
		text.text(`node dummy ${names.hooks[slot]}\n  parent ${names.parent}\n`);
		writePosition(text, at);
		text.text('endnode\n');
	}
}

function writePosition(text: ByteText, [x, y, z]: Vec3): void {
	text.text('  position ').float32(x).text(' ').float32(y).text(' ').float32(z).text('\n');
}
