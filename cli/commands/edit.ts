import { EDIT_OPTIONS } from '../../jobs/edit/remedies.ts';
import { PLACE_ROOM_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { declareCommand } from '../shared/command.ts';
import { outputsJson } from '../shared/json.ts';
import { checkExtension, IN_PLACE_OPTIONS, outputOptions, writeMade } from '../shared/outputs.ts';

const OPTIONS = {
	...EDIT_OPTIONS,
	edits: text('List of edits to make first, as the page saves them.', { placeholder: 'file' }),
	...outputOptions('File to write.'),
	...IN_PLACE_OPTIONS,
	layout: PLACE_ROOM_OPTIONS.layout,
	surfacemat: SURFACE_OPTIONS.surfacemat,
};

export const editCommand = declareCommand({
	name: 'edit',
	summary: 'change a walkmesh: surfaces, links of edges, use hooks, flip and delete faces, fill holes',
	words: () => ({ '<file>': 'binary walkmesh' }),
	options: () => OPTIONS,
	help: `Examples:
  wokflow edit quay_01a.wok --surface 12=Stone --surface 40-52=Nonwalk -o out/quay_01a.wok
  wokflow edit quay_01a.wok --link 341=quay_02a --link 350=none --both --in-place
  wokflow edit crate.pwk --hook relative1=0,1.5,0 --in-place
  wokflow edit quay_01a.wok --delete 12-14 --flip 20 --fill 341 -o out/quay_01a.wok
  wokflow edit quay_01a.wok --edits quay_01a.edits.json -o out/quay_01a.wok

Faces and edges are numbered as inspect and check number them: edge 3 * face + corner, from 0. Rooms are those of the layout beside the file, or of --layout. A link is one side of a doorway: --both changes the edge on the other side as well, in the file of that room. Tables are derived again only where they follow from what changes; everything else stays as it is, byte for byte. Faces get other numbers where some become walkable or stop being so, and where faces are deleted; all numbers of a command are those of the file as it was. A list of edits, { "edits": [{ "surface": { "12": "Stone" } }, { "delete": ["40-52"] }] }, is made step by step, each with the numbers that the one before leaves.`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const { output, inPlace = false, backup = true, layout, edits: list } = options;
		const [path] = words;
		if (inPlace === (output !== undefined)) throw new UsageError('edit takes either --in-place or --output FILE.');
		const edits = given(EDIT_OPTIONS, options);
		if (Object.keys(edits).length === 0 && list === undefined)
			throw new UsageError(`Say what to change. For example: wokflow edit ${path} --surface 12=Stone --in-place`);
		if (options.both === true && options.link === undefined) throw new UsageError('--both goes with --link EDGE=ROOM.');
		const [{ editFile }, { readEdits }, { folderOf, inFolder }] = await Promise.all([
			import('../../jobs/edit/edit.ts'),
			import('../../jobs/edit/edit-steps.ts'),
			import('../../jobs/files/files.ts'),
		]);
		const source = await session.open(path);
		const listed =
			list === undefined ? [] : readEdits(new TextDecoder().decode(await (await session.open(list)).bytes()), list);
		const steps = Object.keys(edits).length === 0 ? listed : [...listed, edits];
		const { bytes, kind, tables, renumbered, others } = await editFile(source, steps, layout, context, registry);
		// Bytes of a room are none of a placeable: an edited file stays what it is.
		const { area, placeable, door } = WALKMESH_EXTENSIONS;
		if (output !== undefined) checkExtension(output, kind === 'area' ? [area] : [placeable, door], 'edit');
		const beside = others.map((other) =>
			output === undefined ? other : { ...other, path: inFolder(folderOf(output), other.path) },
		);
		const made = [...(inPlace && tables.length === 0 ? [] : [{ path: output ?? path, bytes }]), ...beside];
		const { files, backups } = await writeMade(made, session, { inPlace, backup: inPlace && backup });
		if (session.wantsJson) {
			session.json({ outputs: outputsJson(files), backups, tables, renumbered });
			return undefined;
		}
		if (report.failed) return undefined;
		if (tables.length === 0 && others.length === 0) terminal.note('Nothing changes: the file has these values.');
		for (const file of files) {
			const changed = beside.some((other) => other.path === file.path) ? ['edges'] : tables;
			terminal.note(`wrote ${file.path}${changed.length === 0 ? '' : `: ${changed.join(', ')}`}`);
		}
		if (renumbered) terminal.note('Faces have other numbers now: walkable ones come first.');
		for (const backup of backups) terminal.note(`kept the old file as ${backup}`);
		return undefined;
	},
});
