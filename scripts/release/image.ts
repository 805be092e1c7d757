import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/**
 * Has buildah make the image of deploy/Dockerfile, and writes it as an archive of OCI.
 *
 * @param nodeImage the image with Node that it is made from, where it is not the one of the Dockerfile
 * @returns what is left out, and why; undefined where nothing is
 */
export function imageInto(file: string, version: string, nodeImage: string | undefined): string | undefined {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'the image: there is no buildah'
  const run = (args: readonly string[]) =>
    execFileSync('buildah', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const tag = `localhost/postseal:${version}`
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim()
  const base = nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]
  const dockerfile = ['--file', 'deploy/Dockerfile', '--tag', tag]
  run(['build', '--format', 'oci', '--timestamp', time, ...base, ...dockerfile, '.'])
  // An archive that is there is added to.
  rmSync(file, { force: true })
  run(['push', tag, `oci-archive:${file}:postseal:${version}`])
  return undefined
}
