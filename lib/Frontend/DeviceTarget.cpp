//===- DeviceTarget.cpp - The target of device code -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code is compiled for the host's processor, whose inline assembly has
// other constraints than PTX: "f" is the x87 stack, "d" is %rdx, "h" does not
// exist. Clang cannot change only the constraints, so this target forwards
// every query to the host's target except those about assembly.
//
// The device pass also parses host functions, with the host's assembly: a
// constraint that is not PTX's is forwarded too.
//
//===----------------------------------------------------------------------===//

#include "DeviceTarget.h"

#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace {

/// Makes protected members of another target accessible.
struct Ask : TargetInfo {
  using TargetInfo::getGCCAddlRegNames;
  using TargetInfo::getGCCRegAliases;
  using TargetInfo::getGCCRegNames;
  using TargetInfo::getPointerAlignV;
  using TargetInfo::getPointerWidthV;
  using TargetInfo::getPtrDiffTypeV;
};

class DeviceTarget final : public TargetInfo {
public:
  explicit DeviceTarget(llvm::IntrusiveRefCntPtr<TargetInfo> host)
      : TargetInfo(*host), host(std::move(host)) {
    // In PTX, braces are a scope, not alternatives of an assembly dialect.
    NoAsmVariants = true;
  }

  //===--------------------------------------------------------------------===//
  // Assembly
  //===--------------------------------------------------------------------===//

  bool validateAsmConstraint(const char *&name,
                             ConstraintInfo &info) const override {
    if (llvm::StringRef("hrlqfd").contains(*name)) {
      info.setAllowsRegister();
      return true;
    }
    return host->validateAsmConstraint(name, info);
  }
  std::string convertConstraint(const char *&constraint) const override {
    if (llvm::StringRef("hrlqfd").contains(*constraint))
      return std::string(1, *constraint);
    return host->convertConstraint(constraint);
  }
  // PTX constraints do not restrict sizes; the translation checks them.
  bool validateOutputSize(const llvm::StringMap<bool> &, StringRef,
                          unsigned) const override {
    return true;
  }
  bool validateInputSize(const llvm::StringMap<bool> &, StringRef,
                         unsigned) const override {
    return true;
  }
  bool validateConstraintModifier(StringRef, char, unsigned,
                                  std::string &) const override {
    return true;
  }
  std::string_view getClobbers() const override { return ""; }

  //===--------------------------------------------------------------------===//
  // All other queries are forwarded to the host's target.
  //===--------------------------------------------------------------------===//

#define HOST0(type, name)                                                      \
  type name() const override { return host->name(); }
#define HOST1(type, name, a)                                                   \
  type name(a x) const override { return host->name(x); }
#define HOST2(type, name, a, b)                                                \
  type name(a x, b y) const override { return host->name(x, y); }

  HOST2(IntType, getIntTypeByWidth, unsigned, bool)
  HOST2(IntType, getLeastIntTypeByWidth, unsigned, bool)
  HOST0(uint64_t, getMaxPointerWidth)
  HOST1(uint64_t, getNullPointerValue, LangAS)
  HOST2(bool, isAddressSpaceSupersetOf, LangAS, LangAS)
  HOST0(bool, hasMustTail)
  HOST0(bool, hasInt128Type)
  HOST0(bool, hasBitIntType)
  HOST0(size_t, getMaxBitIntWidth)
  HOST0(bool, hasFastHalfType)
  HOST0(bool, allowHalfArgsAndReturns)
  HOST0(bool, hasFloat128Type)
  HOST0(bool, hasFloat16Type)
  HOST0(bool, hasBFloat16Type)
  HOST0(bool, hasFullBFloat16Type)
  HOST0(bool, hasIbm128Type)
  HOST0(bool, hasLongDoubleType)
  HOST0(bool, hasFPReturn)
  HOST0(bool, hasStrictFP)
  HOST2(unsigned, getMinGlobalAlign, uint64_t, bool)
  HOST0(const char *, getLongDoubleMangling)
  HOST0(const char *, getFloat128Mangling)
  HOST0(const char *, getIbm128Mangling)
  HOST0(const char *, getBFloat16Mangling)
  HOST0(LangOptions::FPEvalMethodKind, getFPEvalMethod)
  HOST0(bool, supportSourceEvalMethod)
  HOST2(bool, hasBuiltinAtomic, uint64_t, uint64_t)
  HOST0(unsigned, getExnObjectAlignment)
  HOST0(unsigned, getUnwindWordWidth)
  HOST0(unsigned, getRegisterWidth)
  HOST0(bool, useFP16ConversionIntrinsics)
  void getTargetDefines(const LangOptions &options,
                        MacroBuilder &builder) const override {
    host->getTargetDefines(options, builder);
  }
  HOST0(llvm::SmallVector<Builtin::InfosShard>, getTargetBuiltins)
  HOST0(bool, isCLZForZeroUndef)
  HOST0(BuiltinVaListKind, getBuiltinVaListKind)
  HOST1(bool, isValidGCCRegisterName, StringRef)
  HOST1(bool, isSPRegName, StringRef)
  HOST2(StringRef, getConstraintRegister, StringRef, StringRef)
  bool validateGlobalRegisterVariable(StringRef name, unsigned size,
                                      bool &mismatch) const override {
    return host->validateGlobalRegisterVariable(name, size, mismatch);
  }
  HOST1(std::optional<std::string>, handleAsmEscapedChar, char)
  HOST0(bool, isNan2008)
  HOST0(std::optional<std::string>, getTargetID)
  HOST0(bool, hasProtectedVisibility)
  HOST0(bool, shouldDLLImportComdatSymbols)
  HOST0(bool, hasPS4DLLImportExport)
  bool initFeatureMap(llvm::StringMap<bool> &features, DiagnosticsEngine &diags,
                      StringRef cpu,
                      const std::vector<std::string> &wanted) const override {
    return host->initFeatureMap(features, diags, cpu, wanted);
  }
  HOST0(StringRef, getABI)
  HOST1(void, fillValidCPUList, SmallVectorImpl<StringRef> &)
  HOST1(void, fillValidTuneCPUList, SmallVectorImpl<StringRef> &)
  HOST1(bool, isValidCPUName, StringRef)
  HOST1(bool, isValidTuneCPUName, StringRef)
  HOST1(ParsedTargetAttr, parseTargetAttr, StringRef)
  HOST0(bool, supportsTargetAttributeTune)
  HOST2(bool, hasFeatureEnabled, const llvm::StringMap<bool> &, StringRef)
  void setFeatureEnabled(llvm::StringMap<bool> &features, StringRef name,
                         bool enabled) const override {
    host->setFeatureEnabled(features, name, enabled);
  }
  HOST1(bool, isValidFeatureName, StringRef)
  HOST1(bool, doesFeatureAffectCodeGen, StringRef)
  HOST1(bool, hasFeature, StringRef)
  HOST0(bool, supportsCpuSupports)
  HOST0(bool, supportsCpuIs)
  HOST0(bool, supportsCpuInit)
  HOST1(bool, validateCpuSupports, StringRef)
  HOST1(llvm::APInt, getFMVPriority, ArrayRef<StringRef>)
  HOST1(bool, validateCpuIs, StringRef)
  HOST1(bool, validateCPUSpecificCPUDispatch, StringRef)
  HOST1(char, CPUSpecificManglingCharacter, StringRef)
  HOST1(StringRef, getCPUSpecificTuneName, StringRef)
  HOST2(void, getCPUSpecificCPUDispatchFeatures, StringRef,
        llvm::SmallVectorImpl<StringRef> &)
  HOST0(std::optional<unsigned>, getCPUCacheLineSize)
  HOST1(int, getEHDataRegisterNumber, unsigned)
  HOST0(const char *, getStaticInitSectionSpecifier)
  HOST1(LangAS, getOpenCLBuiltinAddressSpace, unsigned)
  HOST1(LangAS, getCUDABuiltinAddressSpace, unsigned)
  HOST0(std::optional<LangAS>, getConstantAddressSpace)
  HOST0(bool, supportsExtendIntArgs)
  HOST0(bool, checkArithmeticFenceSupported)
  HOST0(CallingConv, getDefaultCallingConv)
  HOST1(CallingConvCheckResult, checkCallingConvention, CallingConv)
  HOST1(CallingConvKind, getCallingConvKind, bool)
  HOST1(bool, areDefaultedSMFStillPOD, const LangOptions &)
  HOST1(bool, callGlobalDeleteInDeletingDtor, const LangOptions &)
  HOST1(bool, emitVectorDeletingDtors, const LangOptions &)
  HOST0(bool, hasSjLjLowering)
  HOST1(bool, checkCFProtectionBranchSupported, DiagnosticsEngine &)
  HOST0(CFBranchLabelSchemeKind, getDefaultCFBranchLabelScheme)
  HOST2(bool, checkCFBranchLabelSchemeSupported, CFBranchLabelSchemeKind,
        DiagnosticsEngine &)
  HOST1(bool, checkCFProtectionReturnSupported, DiagnosticsEngine &)
  HOST0(bool, allowsLargerPreferedTypeAlignment)
  HOST1(LangAS, getOpenCLTypeAddrSpace, OpenCLTypeKind)
  HOST0(unsigned, getVtblPtrAddressSpace)
  HOST1(std::optional<unsigned>, getDWARFAddressSpace, unsigned)
  HOST1(bool, validateTarget, DiagnosticsEngine &)
  HOST0(bool, allowDebugInfoForExternalRef)
  using Sizes = std::pair<unsigned, unsigned>;
  HOST0(Sizes, hardwareInterferenceSizes)
#undef HOST0
#undef HOST1
#undef HOST2

protected:
  uint64_t getPointerWidthV(LangAS space) const override {
    return ((*host).*(&Ask::getPointerWidthV))(space);
  }
  uint64_t getPointerAlignV(LangAS space) const override {
    return ((*host).*(&Ask::getPointerAlignV))(space);
  }
  IntType getPtrDiffTypeV(LangAS space) const override {
    return ((*host).*(&Ask::getPtrDiffTypeV))(space);
  }
  ArrayRef<const char *> getGCCRegNames() const override {
    return ((*host).*(&Ask::getGCCRegNames))();
  }
  ArrayRef<GCCRegAlias> getGCCRegAliases() const override {
    return ((*host).*(&Ask::getGCCRegAliases))();
  }
  ArrayRef<AddlRegName> getGCCAddlRegNames() const override {
    return ((*host).*(&Ask::getGCCAddlRegNames))();
  }

private:
  llvm::IntrusiveRefCntPtr<TargetInfo> host;
};

} // namespace

void heddle::useDeviceTarget(CompilerInstance &compiler) {
  compiler.setTarget(new DeviceTarget(compiler.getTargetPtr()));
}
