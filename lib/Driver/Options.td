//===- Options.td - The options of heddle ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's options, the options of gcc and Clang that build systems also give,
// and Heddle's own. An option has one enumerator whatever its spelling: the
// short name is the option, the long ones are aliases of it.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// Accepted because nvcc has it; changes nothing for a CPU.
def IgnoredGroup : OptionGroup<"ignored">;
/// Asks for GPU code, which there is none of.
def GpuOnlyGroup : OptionGroup<"gpu only">;
/// nvcc has it, and to take it without doing what it says would be wrong.
def UnsupportedGroup : OptionGroup<"unsupported">;
/// Goes to Clang as it is written, when a source is compiled.
def CompileGroup : OptionGroup<"compile">;
/// The same, with a value whose spelling is normalised to `-name value`.
def CompileValueGroup : OptionGroup<"compile value">;
/// Says how far to go.
def GoalGroup : OptionGroup<"goal">;

// nvcc writes a long option with two dashes; users write any with one or two.
defvar dashes = ["-", "--"];

/// An option without a value, and the other names that it has.
multiclass Switch<string name, list<string> others = []> {
  def NAME : Flag<dashes, name>;
  foreach other = others in
    def _as_#!subst("-", "_", other) : Flag<dashes, other>, Alias<!cast<Option>(NAME)>;
}

/// An option with a value, after a space or `=`, and its other names.
multiclass Value<string name, list<string> others = []> {
  def NAME : Separate<dashes, name>;
  def _eq : Joined<dashes, name#"=">, Alias<!cast<Option>(NAME)>;
  foreach other = others in {
    def _as_#!subst("-", "_", other) : Separate<dashes, other>, Alias<!cast<Option>(NAME)>;
    def _as_#!subst("-", "_", other)#_eq : Joined<dashes, other#"=">, Alias<!cast<Option>(NAME)>;
  }
}

/// A one-letter option whose value may also follow at once: -Idir. The
/// spelling -I=dir arrives with the `=` in the value.
multiclass Letter<string name, list<string> others = []> {
  def NAME : JoinedOrSeparate<["-"], name>;
  foreach other = others in {
    def _as_#!subst("-", "_", other) : Separate<dashes, other>, Alias<!cast<Option>(NAME)>;
    def _as_#!subst("-", "_", other)#_eq : Joined<dashes, other#"=">, Alias<!cast<Option>(NAME)>;
  }
}

//===----------------------------------------------------------------------===//
// How far to go
//===----------------------------------------------------------------------===//

let Group = GoalGroup in {
  defm compile : Switch<"c", ["compile"]>;
  defm device_c : Switch<"dc", ["device-c"]>;
  defm device_w : Switch<"dw", ["device-w"]>;
  defm device_link : Switch<"dlink", ["device-link"]>;
  defm link : Switch<"link">;
  defm lib : Switch<"lib">;
  defm run : Switch<"run">;
  defm preprocess : Switch<"E", ["preprocess"]>;
  defm assemble : Switch<"S">;
  defm cuda : Switch<"cuda">;
  defm deps : Switch<"M", ["generate-dependencies"]>;
  defm user_deps : Switch<"MM", ["generate-nonsystem-dependencies"]>;
  defm emit : Value<"emit">;
}

// Modules for cuModuleLoad.
defm cubin : Switch<"cubin">;
defm fatbin : Switch<"fatbin">;

let Group = GpuOnlyGroup in {
  defm ptx : Switch<"ptx">;
  defm ltoir : Switch<"ltoir">;
  defm optix_ir : Switch<"optix-ir">;
}

//===----------------------------------------------------------------------===//
// Files and directories
//===----------------------------------------------------------------------===//

defm output : Value<"o", ["output-file"]>;
defm output_dir : Value<"odir", ["output-directory"]>;
defm language : Letter<"x", ["x"]>;
defm include_path : Letter<"I", ["include-path"]>;
defm define : Letter<"D", ["define-macro"]>;
defm undefine : Letter<"U", ["undefine-macro"]>;
defm library_path : Letter<"L", ["library-path"]>;
defm library : Letter<"l", ["library"]>;
defm pre_include : Value<"include", ["pre-include"]>;
defm system_include : Value<"isystem", ["system-include"]>;
def system_include_joined : Joined<["-"], "isystem">, Alias<system_include>;
let Group = CompileValueGroup in {
  defm idirafter : Value<"idirafter">;
  defm iquote : Value<"iquote">;
  defm imacros : Value<"imacros">;
  defm mllvm : Value<"mllvm">;
  defm xclang : Value<"Xclang">;
}
// @file is expanded before the options are parsed; these two as well.
defm options_file : Value<"optf", ["options-file"]>;

defm write_deps : Switch<"MD", ["generate-dependencies-with-compile"]>;
defm write_user_deps : Switch<"MMD", ["generate-nonsystem-dependencies-with-compile"]>;
defm deps_file : Value<"MF", ["dependency-output"]>;
defm deps_target : Value<"MT", ["dependency-target-name"]>;
defm deps_target_quoted : Value<"MQ">;
defm deps_phony : Switch<"MP", ["generate-dependency-targets"]>;

//===----------------------------------------------------------------------===//
// Code generation
//===----------------------------------------------------------------------===//

// `-O 3` and `-O` are told apart before the options are parsed.
def optimize : Joined<["-"], "O">;
defm optimize_long : Value<"optimize">;
defm debug : Switch<"g", ["debug"]>;
def debug_kind : Joined<["-"], "g">, Group<CompileGroup>;
defm device_debug : Switch<"G", ["device-debug"]>;
defm line_info : Switch<"lineinfo", ["generate-line-info"]>;
defm profile : Switch<"pg", ["profile"]>;
defm std : Value<"std">;
defm arch : Value<"arch", ["gpu-architecture"]>;
defm gpu_code : Value<"code", ["gpu-code"]>;
defm gencode : Value<"gencode", ["generate-code"]>;
defm march : Value<"march">;
def m64 : Flag<dashes, "m64">;
def m32 : Flag<dashes, "m32">;
defm machine : Value<"machine">;
def machine_short : Joined<["-"], "m=">, Alias<machine>;
defm rdc : Value<"rdc", ["relocatable-device-code"]>;
defm fast_math : Switch<"use_fast_math">;
defm fmad : Value<"fmad">;
defm ftz : Value<"ftz">;
defm prec_div : Value<"prec-div">;
defm prec_sqrt : Value<"prec-sqrt">;
defm relaxed_constexpr : Switch<"expt-relaxed-constexpr">;
defm extended_lambda : Switch<"extended-lambda", ["expt-extended-lambda"]>;
defm default_stream : Value<"default-stream">;
defm no_exceptions : Switch<"noeh", ["no-exceptions"]>;
defm openmp : Switch<"fopenmp">;
defm pthread : Switch<"pthread">;
defm lowering : Value<"lowering">;
defm map : Value<"map">;
defm report : Value<"report">;
defm disable_pass : Value<"disable-pass">;
defm warp_lockstep : Switch<"warp-lockstep">;
defm verify_launches : Switch<"verify-launches">;
defm static_runtime : Switch<"static-runtime">;

let Group = CompileGroup in {
  def f_any : Joined<["-"], "f">;
  def m_any : Joined<["-"], "m">;
  def W_any : Joined<["-"], "W">;
  defm no_warnings : Switch<"w", ["disable-warnings"]>;
  defm pedantic : Switch<"pedantic">;
  defm pedantic_errors : Switch<"pedantic-errors">;
  defm dump_macros : Switch<"dM">;
  defm no_lines : Switch<"P">;
  defm nostdinc : Switch<"nostdinc">;
  defm nostdincxx : Switch<"nostdinc++">;
}
// `-Werror all-warnings` is made `-Werror=all-warnings` before parsing.
def werror_kind : Joined<dashes, "Werror=">;
def wl : Joined<["-"], "Wl,">;

//===----------------------------------------------------------------------===//
// The host compiler and the linker
//===----------------------------------------------------------------------===//

defm host_compiler : Value<"ccbin", ["compiler-bindir"]>;
defm xcompiler : Value<"Xcompiler", ["compiler-options"]>;
defm xlinker : Value<"Xlinker", ["linker-options"]>;
defm xarchive : Value<"Xarchive", ["archive-options"]>;
defm shared : Switch<"shared">;
defm relocatable_link : Switch<"r", ["host-relocatable-link", "relocatable-link"]>;
defm linker_script : Value<"hls", ["host-linker-script"]>;
defm rdynamic : Switch<"rdynamic">;
defm strip : Switch<"s">;
defm pie : Switch<"pie">;
defm no_pie : Switch<"no-pie">;
defm static_libgcc : Switch<"static-libgcc">;
defm static_libstdcxx : Switch<"static-libstdc++">;
defm cudart : Value<"cudart">;
defm forward_unknown : Switch<"forward-unknown-to-host-compiler", ["forward-unknown-opts"]>;
defm forward_unknown_linker : Switch<"forward-unknown-to-host-linker">;

//===----------------------------------------------------------------------===//
// The driver itself
//===----------------------------------------------------------------------===//

defm help : Switch<"help", ["h"]>;
defm version : Switch<"version", ["V"]>;
defm list_arch : Switch<"list-gpu-arch", ["arch-ls"]>;
defm list_code : Switch<"list-gpu-code", ["code-ls"]>;
defm verbose : Switch<"v", ["verbose"]>;
defm dryrun : Switch<"dryrun", ["dry-run"]>;
def dryrun_as_clang : Flag<["-"], "###">, Alias<dryrun>;
defm threads : Value<"threads", ["t"]>;
defm split_compile
    : Value<"split-compile", ["split-compile-extended"]>;
defm keep : Switch<"keep", ["save-temps"]>;
defm keep_dir : Value<"keep-dir">;
defm time : Switch<"time", ["ftime-report"]>;
defm run_args : Value<"run-args">;
// For the test of the reproducer: the compiler faults, or exits with a code.
defm crash_for_test : Switch<"crash-for-test">;
def crash_code_for_test : Joined<["--"], "crash-for-test=">;
def fail_kernel_for_test : Joined<["--"], "fail-kernel-for-test=">;
defm check_shapes_for_test : Switch<"check-shapes-for-test">;
defm strip_attributes_for_test : Switch<"strip-attributes-for-test">;

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

let Group = UnsupportedGroup in {
  defm nvcc_sanitize : Value<"sanitize">;
  def time_file : Joined<dashes, "time=">;
  defm clean : Switch<"clean", ["clean-targets"]>;
  defm syntax_only : Switch<"fdevice-syntax-only">;
  defm create_pch : Value<"create-pch">;
  defm use_pch : Value<"use-pch">;
  defm qnx_config : Value<"qpp-config">;
}

//===----------------------------------------------------------------------===//
// What is of no use on a CPU
//===----------------------------------------------------------------------===//

let Group = IgnoredGroup in {
  defm xptxas : Value<"Xptxas", ["ptxas-options"]>;
  defm xnvlink : Value<"Xnvlink", ["nvlink-options"]>;
  defm xcudafe : Value<"Xcudafe">;
  defm xcicc : Value<"Xcicc">;
  defm xfatbin : Value<"Xfatbin">;
  defm maxrregcount : Value<"maxrregcount">;
  defm entries : Value<"e", ["entries"]>;
  defm dopt : Value<"dopt">;
  defm ofast_compile : Value<"Ofast-compile", ["Ofc"]>;
  defm opt_info : Value<"opt-info", ["optimization-info"]>;
  defm compress_mode : Value<"compress-mode">;
  defm jump_table : Value<"jtd", ["jump-table-density"]>;
  defm brief : Value<"brief-diag", ["brief-diagnostics"]>;
  defm stack_protector : Value<"device-stack-protector">;
  defm hidden_entities : Value<"device-entity-has-hidden-visibility">;
  defm template_stub : Value<"static-global-template-stub">;
  defm time_trace : Value<"fdevice-time-trace">;
  defm pch_dir : Value<"pch-dir">;
  defm input_prefix : Value<"idp", ["input-drive-prefix"]>;
  defm deps_prefix : Value<"ddp", ["dependency-drive-prefix"]>;
  defm drive_prefix : Value<"dp", ["drive-prefix"]>;
  defm cudadevrt : Value<"cudadevrt">;
  defm libdevice : Value<"ldir", ["libdevice-directory"]>;
  defm target_dir : Value<"target-dir", ["target-directory"]>;
  defm archiver : Value<"arbin", ["archiver-binary"]>;
  defm diag_error : Value<"diag-error">;
  defm diag_warn : Value<"diag-warn">;
  defm diag_suppress : Value<"diag-suppress">;
  defm ewp : Switch<"ewp", ["extensible-whole-program"]>;
  defm restrict : Switch<"restrict">;
  defm res_usage : Switch<"res-usage", ["resource-usage"]>;
  defm device_vectorization : Switch<"extra-device-vectorization">;
  defm dlto : Switch<"dlto", ["dlink-time-opt"]>;
  defm lto : Switch<"lto">;
  defm gen_opt_lto : Switch<"gen-opt-lto">;
  defm no_compress : Switch<"no-compress">;
  defm minimal : Switch<"minimal">;
  defm keep_functions : Switch<"keep-device-functions">;
  defm source_in_ptx : Switch<"src-in-ptx", ["source-in-ptx"]>;
  defm show_numbers : Switch<"err-no", ["display-error-number"]>;
  defm hide_numbers : Switch<"no-display-error-number", ["no-err-no"]>;
  defm any_host : Switch<"allow-unsupported-compiler">;
  defm noprof : Switch<"noprof", ["dont-use-profile"]>;
  defm objtemp : Switch<"objtemp", ["objdir-as-tempdir"]>;
  defm jobserver : Switch<"jobserver">;
  defm no_device_link : Switch<"nodlink", ["no-device-link"]>;
  defm relocatable_ptx : Switch<"reloc-ptx", ["relocatable-ptx"]>;
  defm augment_script : Switch<"aug-hls", ["augment-host-linker-script"]>;
  defm pch : Switch<"pch">;
  defm pch_verbose : Switch<"pch-verbose">;
  defm pch_messages : Switch<"pch-messages">;
  defm pch_templates : Switch<"instantiate-templates-in-pch">;
  defm no_align_double : Switch<"no-align-double">;
  defm local_env : Switch<"use-local-env">;
  defm cl_env : Switch<"force-cl-env-setup">;
  defm slash_options : Switch<"forward-slash-prefix-opts">;
  defm tools_patch : Switch<"astoolspatch", ["compile-as-tools-patch"]>;
  defm no_initializer_list : Switch<"nohdinitlist", ["no-host-device-initializer-list"]>;
  defm no_move_forward : Switch<"nohdmoveforward", ["no-host-device-move-forward"]>;
  defm w_old_gpus : Switch<"Wno-deprecated-gpu-targets">;
  defm w_stream : Switch<"Wdefault-stream-launch">;
  defm w_bounds : Switch<"Wmissing-launch-bounds">;
  defm w_captures : Switch<"Wext-lambda-captures-this">;
}
