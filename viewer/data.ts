import { PAGE_DATA_ID, type PageData, type PageFile } from '../pipeline/view-page.ts';
import { bytesOfBase64, unpacked } from './client.ts';
import type { ProjectFile } from './core/project.ts';
import { byId } from './dom.ts';

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
