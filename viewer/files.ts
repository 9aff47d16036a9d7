import { PAGE_DATA_ID, type PageData, type PageFile } from '../jobs/view-page.ts';
import { bytesOfBase64, unpacked } from './client.ts';
import type { ProjectFile } from './core/project.ts';
import { byId } from './page/dom.ts';

/** Files from a drop, a dialogue or the clipboard, folders with all that is in them. */

/** So many files are taken of a folder: a level has some hundreds. */
const MOST_FILES = 20_000;

/** The files of a drop, with their paths below what was dropped. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ProjectFile[]> {
	// Asked at once: after the first wait the list of items is empty.
	const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
	if (entries.length === 0) return pickedFiles(files);
	const found: ProjectFile[] = [];
	for (const entry of entries) await gather(entry, '', found);
	// The names below it show what was dropped as one folder.
	return found;
}

export async function pickedFiles(files: Iterable<File>): Promise<ProjectFile[]> {
	return Promise.all(
		[...files].map(async (file) => ({
			path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
			bytes: new Uint8Array(await file.arrayBuffer()),
		})),
	);
}

/** Files of the clipboard, or the text of an ASCII walkmesh, a layout or an OBJ in it. */
export async function pastedFiles(data: DataTransfer): Promise<ProjectFile[]> {
	if (data.files.length > 0) return pickedFiles(data.files);
	const text = data.getData('text/plain');
	if (text.trim() === '') return [];
	return [{ path: `pasted${extensionOf(text)}`, bytes: new TextEncoder().encode(text) }];
}

/**
 * What kind of text it is, by the words that only such texts begin lines with. Blanks before them end with the line: over line ends, too, a text of empty
 * lines took the square of its length.
 */
function extensionOf(text: string): string {
	if (/^[^\S\r\n\u2028\u2029]*beginlayout\b/im.test(text)) return '.lyt';
	if (/^\s*2DA\s+V2/i.test(text)) return '.2da';
	if (/^\s*\{/.test(text)) return '.gltf';
	return /^[^\S\r\n\u2028\u2029]*(?:node\s|#MAXWALKMESH|beginwalkmesh|newmodel)/im.test(text) ? '.wok' : '.obj';
}

async function gather(entry: FileSystemEntry, folder: string, found: ProjectFile[]): Promise<void> {
	if (found.length >= MOST_FILES) return;
	const path = `${folder}${entry.name}`;
	if (isFile(entry)) {
		const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
		found.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
		return;
	}
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	for (;;) {
		// A reader gives a hundred at a time.
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
		if (some.length === 0) return;
		for (const each of some) await gather(each, `${path}/`, found);
	}
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
	return entry.isFile;
}

/** Gives somebody a file. */
export function saveFile(name: string, content: Blob): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What the page came with, if anything. */
export function pageData(): PageData | undefined {
	const value = JSON.parse(byId(PAGE_DATA_ID).textContent) as PageData | null;
	return value ?? undefined;
}

export async function filesOf(files: readonly PageFile[]): Promise<ProjectFile[]> {
	return Promise.all(
		files.map(async ({ path, content, gzip }) => {
			const bytes = bytesOfBase64(content);
			return { path, bytes: gzip === true ? await unpacked(bytes) : bytes };
		}),
	);
}

/** The level that the page brings along to try it with. */
export async function sampleFiles(): Promise<ProjectFile[]> {
	return [{ path: 'quay.glb', bytes: await unpacked(bytesOfBase64(byId('wokflow-sample').textContent)) }];
}
